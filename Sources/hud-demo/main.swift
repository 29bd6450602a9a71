exit(HUDDemo.run(RawWord.ofThisProcess))
