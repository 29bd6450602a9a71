"""The packages of scripts/dist: the tarball, and on Debian the package."""

import hashlib
import json
import os
import shutil
import subprocess
import tarfile

import harness
from pathlib import Path
from harness import check, equal, release_test, run

PACKAGE = Path(__file__).resolve().parents[2]
SHARED = ["share/bash-completion/completions/hud-demo", "share/fish/vendor_completions.d/hud-demo.fish", "share/man/man1/hud-demo.1"]
SCHEMA = "share/hud-demo/events.schema.json"
LEAST_EFFORT = {**os.environ, "LEVEL": "1"}


def pack(folder):
    return [PACKAGE / "scripts/dist", harness.BINARY, folder]


@release_test
def the_packages_contain_a_command_that_runs_with_its_manual_page_and_completions(home):
    packed = subprocess.run(pack(home), capture_output=True, text=True, env=LEAST_EFFORT)
    equal((packed.returncode, packed.stderr), (0, ""), "status and standard error")
    version = run([harness.BINARY, "--version"]).stdout
    (path,) = home.glob("*.tar.gz")
    with tarfile.open(path) as tar:
        tar.extractall(home, filter="data") if hasattr(tarfile, "data_filter") else tar.extractall(home)
        check(all(entry.uid == entry.gid == 0 for entry in tar.getmembers()), "an owner in the tarball")
    root = home / path.name.removesuffix(".tar.gz")
    equal(root.name.split("-")[2], version.decode().split()[1], "the version in the tarball's name")
    for name in [*SHARED, SCHEMA, "share/zsh/site-functions/_hud-demo", "share/doc/hud-demo/LICENSE"]:
        check((root / name).stat().st_size > 100, name)
    equal(run([root / "bin/hud-demo", "--version"]).stdout, version, "what the packed command prints")
    contents = json.loads(root.with_name(root.name + ".spdx.json").read_text())
    parts = {part["name"]: part for part in contents["packages"]}
    equal(sorted(parts), ["glibc", "hud-demo", "ncurses", "swift-runtime"], "what the program contains")
    digest = hashlib.sha256((root / "bin/hud-demo").read_bytes()).hexdigest()
    equal(parts["hud-demo"]["checksums"][0]["checksumValue"], digest, "the checksum of the packed command")
    check(all(part["versionInfo"] != "NOASSERTION" for part in parts.values()), f"a part without a version, {parts}")
    subprocess.run(["sha256sum", "--check", "--quiet", "--strict", "SHA256SUMS"], cwd=home, check=True)
    again = home / "again"
    subprocess.run(pack(again), check=True, capture_output=True, env=LEAST_EFFORT)
    equal((again / "SHA256SUMS").read_text(), (home / "SHA256SUMS").read_text(), "the checksums of the second time")
    if not shutil.which("dpkg-deb"):
        return
    (path,) = home.glob("*.deb")
    root = home / "root"
    subprocess.run(["dpkg-deb", "--raw-extract", path, root], check=True)
    for name in [*SHARED[:2], SHARED[2] + ".gz", SCHEMA, "share/zsh/vendor-completions/_hud-demo", "share/doc/hud-demo/copyright",
                 "share/doc/hud-demo/changelog.Debian.gz"]:
        check((root / "usr" / name).stat().st_size > 100, name)
    subprocess.run(["md5sum", "--check", "--quiet", "DEBIAN/md5sums"], cwd=root, check=True)
    equal(run([root / "usr/bin/hud-demo", "--version"]).stdout, version, "what the command in the Debian package prints")
    field = subprocess.check_output(["dpkg-deb", "--field", path, "Depends"], text=True)
    dynamic = "NEEDED" in subprocess.check_output(["readelf", "-d", harness.BINARY], text=True, env={**os.environ, "LC_ALL": "C"})
    equal("libc6" in field, dynamic, f"libc6 in the dependencies, {field}")
