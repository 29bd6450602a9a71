"""Compiles SwiftPM targets for macOS, each to one object, with the compilers' front ends: SwiftPM itself can't without Apple's SDK. Tests are checked and
make no object, which takes two thirds of the time: what may differ on macOS are the types of its libraries."""

import concurrent.futures
import hashlib
import json
import pathlib
import shlex
import subprocess
import time

HERE = pathlib.Path(__file__).parent


class Failed(Exception):
    pass


def read_targets(swift, package):
    """The package's targets, each after those that it depends on."""
    command = [swift, "package", "--package-path", package, "describe", "--type", "json"]
    targets = {target["name"]: target for target in json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)["targets"]}
    ordered = []

    def visit(name):
        for dependency in targets[name].get("target_dependencies", []):
            visit(dependency)
        if targets[name] not in ordered:
            ordered.append(targets[name])

    for name in sorted(targets):
        visit(name)
    return ordered


class Builder:
    """One architecture's build: what is in `out` is used again while nothing that it was made of has changed."""

    def __init__(self, package, targets, sdk, out, architecture, resources, salt):
        self.package, self.targets, self.sdk, self.out, self.salt = package, targets, sdk, out, salt
        self.triple = f"{architecture}-apple-macos15.0"
        self.resources = resources
        self.tools = resources.parent.parent / "bin"
        self.digests = {}
        self.objects = []
        self.module_maps = []
        out.mkdir(parents=True, exist_ok=True)

    def build(self):
        """Compiles all. Returns what was said of it, a line for each target that was not up to date."""
        lines = []
        for name in ("Dispatch", "Foundation"):
            self.compile_swift(name, [HERE / f"stubs/{name}.swift"], (), lines)
        # No target depends on tests, so they are checked side by side.
        tests = [target for target in self.targets if target["type"] == "test"]
        for target in self.targets:
            if target not in tests:
                self.compile(target, lines)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for done in [pool.submit(self.compile, target, lines) for target in tests]:
                done.result()
        return lines

    def compile(self, target, lines):
        folder = self.package / target["path"]
        files = [folder / source for source in sorted(target["sources"])]
        dependencies = target.get("target_dependencies", [])
        if target["module_type"] == "SystemLibraryTarget":
            self.module_maps.append(folder / "module.modulemap")
            self.digests[target["name"]] = self.digest(sorted(folder.iterdir()), ())
        elif target["module_type"] == "ClangTarget":
            self.compile_c(target["c99name"], folder, files, dependencies, lines)
        else:
            if target.get("resources"):
                files.append(self.resource_accessor(target["c99name"]))
            self.compile_swift(target["c99name"], files, dependencies, lines, name=target["name"], is_test=target["type"] == "test")

    # ---- one target ----

    def compile_swift(self, module, files, dependencies, lines, name=None, is_test=False):
        stubs = () if module in ("Dispatch", "Foundation") else ("Dispatch", "Foundation")
        digest = self.digest(files, (*dependencies, *stubs))
        self.digests[name or module] = digest
        whole = [] if any(file.name == "main.swift" for file in files) else ["-parse-as-library"]
        maps = [word for path in self.module_maps for word in ("-Xcc", f"-fmodule-map-file={path}")]
        plugins = [
            word for name in ("SwiftMacros", "TestingMacros")
            for word in ("-load-plugin-library", self.resources / f"host/plugins/lib{name}.so")]
        item = self.out / f"{module}.o"
        made = ["-typecheck"] if is_test else ["-c", "-emit-module", "-emit-module-path", self.out / f"{module}.swiftmodule", "-o", item]
        command = [
            self.tools / "swift-frontend", *made, *files, "-target", self.triple, "-sdk", self.sdk, "-resource-dir", self.resources,
            "-disable-objc-interop", "-module-cache-path", self.out / "cache", "-swift-version", "6", "-package-name", "hud",
            "-enable-testing", "-Onone", "-wmo", *whole, *maps, "-I", self.out, "-module-name", module, *plugins]
        self.run(module, digest, [command], lines)
        if stubs and not is_test:
            self.objects.append(item)

    def compile_c(self, module, folder, files, dependencies, lines):
        include = folder / "include"
        umbrella = f'umbrella header "{include}/{module}.h"' if (include / f"{module}.h").exists() else f'umbrella "{include}"'
        module_map = self.out / f"{module}.modulemap"
        module_map.write_text(f"module {module} {{\n    {umbrella}\n    export *\n}}\n")
        self.module_maps.append(module_map)
        digest = self.digest([path for path in sorted(folder.rglob("*")) if path.is_file()], dependencies)
        self.digests[module] = digest
        commands = []
        for file in files:
            item = self.out / f"{module}-{file.stem}.o"
            self.objects.append(item)
            # As SwiftPM does on macOS, with modules.
            commands.append([
                self.tools / "clang", "-c", file, "-target", self.triple, "-isysroot", self.sdk, "-fmodules",
                f"-fmodules-cache-path={self.out / 'cache'}", "-Wall", "-Wextra", "-Werror", "-I", include,
                *(word for other in dependencies for word in ("-I", folder.parent / other / "include")), "-o", item])
        self.run(module, digest, commands, lines)

    def resource_accessor(self, module):
        """What SwiftPM generates for a target with resources."""
        path = self.out / f"{module}-resources.swift"
        text = "import Foundation\n\nextension Foundation.Bundle {\n    static let module = Bundle()\n}\n"
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
        return path

    # ---- what is up to date ----

    def digest(self, files, dependencies):
        digest = hashlib.sha256(self.salt.encode())
        for dependency in dependencies:
            digest.update(self.digests[dependency].encode())
        for file in files:
            digest.update(str(file).encode())
            if file.is_file():
                digest.update(file.read_bytes())
        return digest.hexdigest()

    def run(self, module, digest, commands, lines):
        stamp, log = self.out / f"{module}.digest", self.out / f"{module}.log"
        if stamp.exists() and stamp.read_text() == digest:
            return
        stamp.unlink(missing_ok=True)
        start = time.monotonic()
        output = ""
        for command in commands:
            done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
            output += done.stdout + done.stderr
            if done.returncode != 0 or "warning: " in output:
                log.write_text(shlex.join(str(word) for word in command) + "\n" + output)
                complaints = [line for line in output.splitlines() if ": error: " in line or ": warning: " in line]
                raise Failed("\n".join([*(dict.fromkeys(complaints) or output.splitlines()[:20]), f"{module} for {self.triple}: see {log}"]))
        stamp.write_text(digest)
        lines.append(f"{module}: {time.monotonic() - start:.1f} s")
