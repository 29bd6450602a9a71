// The time that a build takes without a dependency.
print("empty")
