import HUDJob
import HUDLibc

exit(HUDDemo.run(CommandArgument.ofThisProcess))
