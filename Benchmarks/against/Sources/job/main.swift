// Built only: what a program with HUDJob adds to a build.
import HUDJob

print(HUDJob(["true"]))
