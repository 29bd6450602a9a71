"""The packages of scripts/dist: the tarball, and on Debian the package."""

import glob
import hashlib
import json
import os
import shutil
import subprocess
import tarfile

import harness
from harness import check, equal, release_test, run

PACKAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SHARED = ["share/bash-completion/completions/hud-demo", "share/fish/vendor_completions.d/hud-demo.fish", "share/man/man1/hud-demo.1"]
SCHEMA = "share/hud-demo/events.schema.json"


@release_test
def the_packages_contain_a_command_that_runs_with_its_manual_page_and_completions(home):
    packed = subprocess.run([os.path.join(PACKAGE, "scripts/dist"), harness.BINARY, home], capture_output=True, text=True,
                            env={**os.environ, "LEVEL": "1"})
    equal((packed.returncode, packed.stderr), (0, ""), "status and standard error")
    version = run([harness.BINARY, "--version"]).stdout
    (path,) = glob.glob(os.path.join(home, "*.tar.gz"))
    with tarfile.open(path) as tar:
        tar.extractall(home, filter="data") if hasattr(tarfile, "data_filter") else tar.extractall(home)
        check(all(entry.uid == entry.gid == 0 for entry in tar.getmembers()), "an owner in the tarball")
    root = path.removesuffix(".tar.gz")
    equal(os.path.basename(root).split("-")[2], version.decode().split()[1], "the version in the tarball's name")
    for name in [*SHARED, SCHEMA, "share/zsh/site-functions/_hud-demo", "share/doc/hud-demo/LICENSE"]:
        check(os.path.getsize(os.path.join(root, name)) > 100, name)
    equal(run([os.path.join(root, "bin/hud-demo"), "--version"]).stdout, version, "what the packed command prints")
    with open(root + ".spdx.json", encoding="utf-8") as file:
        contents = json.load(file)
    parts = {part["name"]: part for part in contents["packages"]}
    equal(sorted(parts), ["glibc", "hud-demo", "ncurses", "swift-runtime"], "what the program contains")
    with open(os.path.join(root, "bin/hud-demo"), "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    equal(parts["hud-demo"]["checksums"][0]["checksumValue"], digest, "the checksum of the packed command")
    check(all(part["versionInfo"] != "NOASSERTION" for part in parts.values()), f"a part without a version, {parts}")
    subprocess.run(["sha256sum", "--check", "--quiet", "--strict", "SHA256SUMS"], cwd=home, check=True)
    again = os.path.join(home, "again")
    subprocess.run([os.path.join(PACKAGE, "scripts/dist"), harness.BINARY, again], check=True, capture_output=True, env={**os.environ, "LEVEL": "1"})
    with open(os.path.join(home, "SHA256SUMS")) as one, open(os.path.join(again, "SHA256SUMS")) as other:
        equal(other.read(), one.read(), "the checksums of the second time")
    if not shutil.which("dpkg-deb"):
        return
    (path,) = glob.glob(os.path.join(home, "*.deb"))
    root = os.path.join(home, "root")
    subprocess.run(["dpkg-deb", "--raw-extract", path, root], check=True)
    for name in [*SHARED[:2], SHARED[2] + ".gz", SCHEMA, "share/zsh/vendor-completions/_hud-demo", "share/doc/hud-demo/copyright",
                 "share/doc/hud-demo/changelog.Debian.gz"]:
        check(os.path.getsize(os.path.join(root, "usr", name)) > 100, name)
    subprocess.run(["md5sum", "--check", "--quiet", "DEBIAN/md5sums"], cwd=root, check=True)
    equal(run([os.path.join(root, "usr/bin/hud-demo"), "--version"]).stdout, version, "what the command in the Debian package prints")
    field = subprocess.check_output(["dpkg-deb", "--field", path, "Depends"], text=True)
    dynamic = "NEEDED" in subprocess.check_output(["readelf", "-d", harness.BINARY], text=True, env={**os.environ, "LC_ALL": "C"})
    equal("libc6" in field, dynamic, f"libc6 in the dependencies, {field}")
