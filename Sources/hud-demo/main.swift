import HUDJob

exit(HUDDemo.run(RawWord.ofThisProcess))
