"""The symbol graphs of the libraries, from the modules of a debug build."""

import json
import subprocess
import tempfile
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
# The modules that are no products: what programs use of them belongs to the library that exports them.
REEXPORTED = {"HUDCore": "HUDFrame", "HUDTerminal": "HUDDrawing,HUDReports,HUDScreen"}


def libraries():
    description = json.loads(subprocess.check_output(["swift", "package", "describe", "--type", "json"], cwd=PACKAGE))
    return sorted(
        target for product in description["products"] if "library" in product["type"] for target in product["targets"])


def target_info():
    return json.loads(subprocess.check_output(["swift", "-print-target-info"]))


def import_options(scratch):
    """The compiler's options to import the libraries that were built in `scratch`."""
    modules = Path(subprocess.check_output(
        ["swift", "build", "--scratch-path", scratch, "--show-bin-path"], cwd=PACKAGE, text=True).strip()) / "Modules"
    # SwiftPM has written the module maps of the C targets.
    maps = [*sorted(modules.parent.glob("C*.build/module.modulemap")), PACKAGE / "Sources/CNcurses/module.modulemap"]
    return ["-I", str(modules), *(option for path in maps for option in ("-Xcc", f"-fmodule-map-file={path}"))]


def extract(module, options, *more):
    """The symbol graphs of a module by file name: its own, and those of its extensions of other modules' types."""
    reexported = [f"-experimental-allowed-reexported-modules={REEXPORTED[module]}"] if module in REEXPORTED else []
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["swift-symbolgraph-extract", "-module-name", module, *options, "-target", target_info()["target"]["triple"],
             "-output-dir", folder, "-minimum-access-level", "public", *reexported, *more],
            check=True)
        return {file.name: json.loads(file.read_text()) for file in sorted(Path(folder).glob("*.symbols.json"))}
