"""A copy of the package with one test target and what it depends on, in which mutants are built and tested."""

import os
import re
import resource
import shutil
import signal
import subprocess
import threading
import time

from mutation.switches import switched_sources

# Appended to the manifest. Only libraries are optimized: tests compile faster without, and most time is spent in the libraries.
MANIFEST = """
var needed: [String] = ["{target}"]
var next = 0
while next < needed.count {{
    for case .byNameItem(let name, _) in package.targets.first(where: {{ $0.name == needed[next] }})!.dependencies where !needed.contains(name) {{
        needed.append(name)
    }}
    next += 1
}}
package.products = []
package.targets.removeAll {{ !needed.contains($0.name) }}
for target in package.targets where target.type == .regular {{
    target.swiftSettings = [.unsafeFlags(["-O"])]
}}
"""
BUILD = ["--build-tests", "-debug-info-format", "none", "-Xswiftc", "-use-ld=lld"]
# A mutant that queues events without end must fail before the machine runs out of memory.
MEMORY_LIMIT = 8 << 30


class PackageCopy:
    def __init__(self, package, target, mutated):
        self.package, self.mutated = package, mutated
        self.path = package / ".build/mutants" / target
        self.output = ""
        self.switched = {}
        self.sources = {}
        # Seconds of processor time and of real time for one run of each stage of the tests, once they were measured.
        self.limits = {}
        # Mutated files are written by build_switched, so that those of the last run stay if nothing has changed.
        for part in ["Sources", "Tests", "Benchmarks"]:
            synchronize(package / part, self.path / part, {self.path / file for file in mutated})
        write(self.path / "Package.swift", (package / "Package.swift").read_bytes() + MANIFEST.format(target=target).encode())

    def build_switched(self, mutants):
        """Compiles all mutants together, without those on lines that do not compile; the ones that are in the build, or None."""
        while True:
            self.sources, self.switched = switched_sources(self.package, mutants)
            for file in self.mutated:
                write(self.path / file, self.source(file))
            if self.build():
                return self.switched
            failed = uncompilable(mutants, self.output, self.path)
            remaining = [mutant for mutant in mutants if mutant not in failed]
            if len(remaining) == len(mutants):
                return None
            mutants = remaining

    def source(self, file):
        return "".join(self.sources[file]).encode() if file in self.sources else (self.package / file).read_bytes()

    def build(self):
        result = subprocess.run(
            ["swift", "build", *BUILD], cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace", text=True,
            check=False)
        self.output = result.stdout
        return result.returncode == 0

    def measure(self, stage):
        """Runs a stage of the tests without a mutant and sets its limits for the others; whether it passes."""
        start, before = time.monotonic(), processor_time()
        if not self.passes(stage, {}):
            return False
        real, processor = time.monotonic() - start, processor_time() - before
        print(f"{real:.1f} s ({processor:.1f} s of processor time): {stage}", flush=True)
        self.limits[stage] = (int(3 + 3 * processor), 20 + 10 * real)
        return True

    def verdict(self, mutant, stages):
        environment = {"HUD_MUTANT": str(self.switched[mutant])}
        return "SURVIVED" if all(self.passes(stage, environment) for stage in stages) else "KILLED"

    def verdict_of_edit(self, mutant, stages):
        """Compiles the mutant alone. The file keeps its declarations, so that no other file has to be compiled again."""
        _, declarations = self.sources.get(mutant.file, ("", ""))
        write(self.path / mutant.file, (mutant.text + declarations).encode())
        try:
            if not self.build():
                return "DID NOT BUILD"
            return "SURVIVED" if all(self.passes(stage, {}) for stage in stages) else "KILLED"
        finally:
            write(self.path / mutant.file, self.source(mutant.file))

    def passes(self, stage, environment):
        """Runs a stage of the tests until one fails. The built runner is called directly: swift test would plan a build first."""
        tests, steps = stage
        runner = next((self.path / ".build/debug").glob("*.xctest"))
        if runner.is_dir():
            command = ["swift", "test", "--skip-build", "--filter", tests]
        else:
            command = [runner, "--testing-library", "swift-testing", "--filter", tests]
        if steps:
            environment = {**environment, "HUD_STEPS": str(steps)}
        # Generous until they are measured.
        processor, real = self.limits.get(stage, (600, 600))
        process = subprocess.Popen(
            command, cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, errors="replace", text=True,
            env={**os.environ, "SWIFT_BACKTRACE": "enable=no", **environment}, preexec_fn=lambda: set_limits(processor))
        timer = threading.Timer(real, kill, [process])
        timer.start()
        output = []
        has_passed = False
        for line in process.stdout:
            output.append(line)
            if " recorded an issue " in line:
                kill(process)
            has_passed |= re.search(r"Test run with [1-9]\d* tests?.* passed", line) is not None
        status = process.wait()
        timer.cancel()
        self.output = "".join(output)
        return status == 0 and has_passed


def set_limits(processor_seconds):
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    resource.setrlimit(resource.RLIMIT_CPU, (processor_seconds, processor_seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def kill(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def processor_time():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def uncompilable(mutants, output, path):
    """The mutants to which the compiler's errors belong: those on its line, or else those of the function that cause such an error."""
    failed = set()
    for file, number, message in set(re.findall(rf"^{re.escape(str(path))}/(\S+?):(\d+):\d+: error: (.*)", output, re.MULTILINE)):
        of_file = [mutant for mutant in mutants if str(mutant.file) == file]
        at_line = [mutant for mutant in of_file if mutant.line == int(number)]
        lines = (path / file).read_text().splitlines()
        begins = [index + 1 for index, line in enumerate(lines) if re.match(r" {4}\S.*\b(func|init|var|subscript)\b", line)]
        begin = max((line for line in begins if line <= int(number)), default=1)
        end = min((line for line in begins if line > int(number)), default=len(lines) + 1)
        in_function = [mutant for mutant in of_file if begin <= mutant.line < end]
        constant = re.search(r"'(\w+)' used before being initialized", message)
        if constant:
            at_line = [mutant for mutant in in_function if mutant.before.startswith(constant[1] + " = ")]
        elif "exhaustive" in message:
            at_line = [mutant for mutant in in_function if mutant.kind == "literal"]
        failed.update(at_line or in_function)
    return failed


def synchronize(source, target, but):
    target.mkdir(parents=True, exist_ok=True)
    names = {entry.name for entry in source.iterdir()}
    for entry in list(target.iterdir()):
        if entry.name not in names:
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    for entry in source.iterdir():
        if entry.is_dir():
            synchronize(entry, target / entry.name, but)
        elif target / entry.name not in but:
            write(target / entry.name, entry.read_bytes())


def write(file, data):
    # An unchanged file keeps its date, so that it is not compiled again.
    if not file.exists() or file.read_bytes() != data:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
