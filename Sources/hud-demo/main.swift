import HUDJob
import HUDLibc

exit(HUDDemo.run(RawWord.ofThisProcess))
