exit(HUDDemo.run(CommandLine.arguments))
