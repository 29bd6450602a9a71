"""A macOS SDK that Swift and clang can compile against, made of parts that anyone may download.

libc's headers and the list of libSystem's symbols come from the ziglang wheel. The standard library's interfaces come from the Swift toolchain
in use: those for Linux, retargeted. ncurses' headers are the machine's own. Nothing that is compiled against it can be linked or run.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
ARCHITECTURES = ("arm64", "x86_64")
SYSTEM = "15.0"

# What the real Darwin module covers, as far as this package and the standard library include it. Headers of clang's own (stdint.h, limits.h,
# stddef.h) are not Darwin's.
DARWIN_HEADERS = """
secure/_common.h sys/_select.h sys/types.h sys/signal.h signal.h time.h sys/time.h sys/termios.h termios.h sys/select.h locale.h xlocale.h wchar.h assert.h copyfile.h
crt_externs.h ctype.h dirent.h dlfcn.h errno.h execinfo.h fcntl.h fnmatch.h glob.h grp.h langinfo.h libgen.h libproc.h mach/mach.h
mach/mach_time.h mach-o/dyld.h malloc/malloc.h math.h netinet/in.h os/lock.h paths.h poll.h pthread.h pthread/qos.h pwd.h regex.h runetype.h sched.h
semaphore.h setjmp.h spawn.h stdio.h stdlib.h string.h strings.h sys/event.h sys/fcntl.h sys/file.h sys/filio.h sys/ioccom.h sys/ioctl.h
sys/ipc.h sys/mman.h sys/mount.h sys/param.h sys/poll.h sys/proc.h sys/proc_info.h sys/qos.h sys/queue.h sys/resource.h sys/socket.h
sys/sockio.h sys/spawn.h sys/stat.h sys/sysctl.h sys/times.h sys/ttycom.h sys/ttydefaults.h sys/ucred.h sys/uio.h sys/un.h sys/unistd.h
sys/utsname.h sys/wait.h sysexits.h syslog.h unistd.h util.h utime.h utmpx.h wctype.h
""".split()

# On macOS curses.h belongs to a module: what a file defines before it includes the header does not change what the header declares.
NCURSES_MODULE = """
explicit module Darwin.ncurses {
  header "curses.h"
  export *
  exclude header "term.h"
  explicit module dll { header "ncurses_dll.h" export * }
  explicit module unctrl { textual header "unctrl.h" }
  explicit module panel { header "panel.h" export * }
}
"""
NCURSES_HEADERS = ("curses.h", "term.h", "panel.h", "ncurses_dll.h", "unctrl.h", "eti.h")

SWIFT_MODULES = ("Swift", "_Concurrency", "_StringProcessing", "_RegexParser", "Synchronization", "SwiftOnoneSupport", "Testing", "_TestingInterop")


def download(cache):
    """Brings libc's headers and symbols into `cache`, once. The wheel has 99 MB; 12 of them are kept."""
    kept = cache / "libc"
    if (kept / "libSystem.tbd").exists():
        return kept
    wheel, unpacked = cache / "wheel", cache / "unpacked"
    for folder in (kept, wheel, unpacked):
        shutil.rmtree(folder, ignore_errors=True)
    print("check-macos: downloading libc's headers for macOS (99 MB, once)", file=sys.stderr)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"]
    subprocess.run([*pip, "--dest", wheel, "--requirement", HERE / "requirements.txt"], check=True)
    (archive,) = wheel.glob("*.whl")
    shutil.unpack_archive(archive, unpacked, "zip")
    libc = unpacked / "ziglang/lib/libc"
    kept.mkdir(parents=True)
    shutil.move(libc / "include/any-darwin-any", kept / "include")
    # Last: it says that all is there.
    shutil.move(libc / "darwin/libSystem.tbd", kept / "libSystem.tbd")
    shutil.rmtree(wheel)
    shutil.rmtree(unpacked)
    return kept


def substitute(path, pattern, replacement):
    text, count = re.subn(pattern, replacement, path.read_text(), flags=re.MULTILINE)
    if count == 0:
        sys.exit(f"check-macos: {path.name} has nothing like {pattern}; is requirements.txt newer than sdk.py?")
    path.write_text(text)


def add_headers(sdk, libc, resources):
    include = sdk / "usr/include"
    shutil.copytree(libc / "include", include)
    for name in NCURSES_HEADERS:
        shutil.copy(f"/usr/include/{name}", include)
    shutil.copy(HERE / "stubs/util.h", include)
    # Swift sees these types as Objective-C would, without having it here.
    substitute(include / "sys/qos.h", r"__has_feature\(objc_fixed_enum\)", "1")
    # The SDK's API notes give the clocks their names; macros of the same names would hide them.
    substitute(include / "_time.h", r"^#define (CLOCK_\w+) _CLOCK_\w+$", "")
    substitute(include / "_time.h", r"^_(CLOCK_\w+ __CLOCK_AVAILABILITY)", r"\1")

    missing = [name for name in DARWIN_HEADERS if not (include / name).exists()]
    if missing:
        sys.exit(f"check-macos: the wheel has no {' '.join(missing)}")
    modules = "".join(f'  module {re.sub("[^a-z0-9]", "_", name)} {{ header "{name}" export * }}\n' for name in DARWIN_HEADERS)
    # A type that several headers declare belongs to a module of its own, as with Apple: otherwise the first of the headers would own it.
    types = "".join(
        f'  module {re.sub("[^a-z0-9]", "_", path.stem)} {{ header "{path.relative_to(include)}" export * }}\n'
        for folder in ("sys/_types", "sys/_pthread") for path in sorted((include / folder).glob("*.h")))
    shutil.copytree(resources / "shims", include / "shims")
    shims = re.findall(r"^module (\w+)", (include / "shims/module.modulemap").read_text(), flags=re.MULTILINE)
    (include / "module.modulemap").write_text(
        "".join(f'extern module {name} "shims/module.modulemap"\n' for name in shims)
        + "module _Availability [system] [extern_c] {\n"
        + "".join(f'  header "{name}.h"\n' for name in ("Availability", "AvailabilityInternal", "AvailabilityMacros", "AvailabilityVersions"))
        + '  header "TargetConditionals.h"\n  header "os/availability.h"\n  export *\n}\n'
        + f"module _DarwinTypes [system] [extern_c] {{\n{types}  export *\n}}\n"
        + f"module Darwin [system] [extern_c] {{\n{modules}  export *\n}}\n" + NCURSES_MODULE)


def retarget(interface, architecture):
    """A module's interface for Linux, as it would be for macOS."""
    text = re.sub(r"^import Glibc$", "import Darwin", interface, flags=re.MULTILINE)
    text = text.replace("-target x86_64-unknown-linux-gnu", f"-target {architecture}-apple-macos{SYSTEM}")
    text = re.sub(r"-target \w+-unknown-linux-gnu", f"-target {architecture}-apple-macos{SYSTEM}", text)
    # These would hold the interface to the rules of libraries that older systems have too.
    text = re.sub(r" -static\b| -library-level api| -target-min-inlining-version min", "", text)
    # A back-deployed function has its body in the interface for macOS alone.
    text = re.sub(r"^ *@backDeployed\(.*\)\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"@backDeployed\([^)]*\) ", "", text)
    # Functions of Linux' libc and kernel that inlinable code calls. It will not run.
    text = re.sub(r"_stdlib_(remainderl\(self, other\)|squareRootl\(self\))", "(+self)", text)
    return text.replace("_swift_stdlib_gettid()", "(1 as Swift.UInt32)")


def add_swift(sdk, resources, compiler):
    for name in SWIFT_MODULES:
        sources = [path for part in ("swift", "swift_static") for path in (resources.parent / part / "linux" / f"{name}.swiftmodule").glob("*.swiftinterface")
                   if "private" not in path.name and "package" not in path.name]
        if not sources:
            sys.exit(f"check-macos: the toolchain has no interface of {name}")
        for architecture in ARCHITECTURES:
            write_interface(sdk, name, architecture, retarget(sources[0].read_text(), architecture))
    overlay = (HERE / "Darwin.swiftinterface").read_text().replace("@COMPILER@", compiler)
    for architecture in ARCHITECTURES:
        write_interface(sdk, "Darwin", architecture, overlay.replace("@TARGET@", f"{architecture}-apple-macos{SYSTEM}"))


def write_interface(sdk, name, architecture, text):
    folder = sdk / f"usr/lib/swift/{name}.swiftmodule"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{architecture}-apple-macos.swiftinterface").write_text(text)


def settings():
    system = {
        "Archs": list(ARCHITECTURES), "LLVMTargetTripleVendor": "apple", "LLVMTargetTripleSys": "macosx", "LLVMTargetTripleEnvironment": "",
        "DefaultDeploymentTarget": "15.5", "MinimumDeploymentTarget": "10.13", "MaximumDeploymentTarget": "15.5.99",
        "ValidDeploymentTargets": ["10.13", SYSTEM, "15.5"]}
    return {
        "CanonicalName": "macosx15.5", "DisplayName": "macOS 15.5", "MinimalDisplayName": "15.5", "Version": "15.5",
        "DefaultDeploymentTarget": "15.5", "MaximumDeploymentTarget": "15.5.99", "PropertyConditionFallbackNames": [], "VersionMap": {},
        "SupportedTargets": {"macosx": system}}


def make(cache, resources, compiler):
    """The SDK, in `cache`."""
    libc = download(cache)
    sdk = cache / "sdk"
    shutil.rmtree(sdk, ignore_errors=True)
    add_headers(sdk, libc, resources)
    add_swift(sdk, resources, compiler)
    (sdk / "SDKSettings.json").write_text(json.dumps(settings()))
    return sdk
