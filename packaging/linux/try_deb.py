"""Install the Debian package into a clean Debian and run it there: `python packaging/linux/try_deb.py dist/priorcheck_….deb`, as
root.

Needs mmdebstrap and a mirror of Debian. Only the base system, the package and its dependencies are installed (and then xvfb, for a
virtual display). `doctor`, `demo` and a window must work without a network.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

SUITE = "bookworm"
CHECKED = (
    "usr/bin/priorcheck",
    "usr/share/applications/priorcheck.desktop",
    "usr/share/metainfo/org.priorcheck.Priorcheck.metainfo.xml",
    "usr/share/mime/packages/priorcheck.xml",
    "usr/share/icons/hicolor/256x256/apps/priorcheck.png",
    "usr/share/man/man1/priorcheck.1.gz",
)


def inside(root: Path, command: str) -> None:
    """Run a command in the new system, with /proc as every system has it, without a network and with an empty home. Raises
    CalledProcessError."""
    print(f"== {command}", flush=True)
    home = "export HOME=/root PRIORCHECK_HOME=/tmp/home LANG=C.UTF-8"
    subprocess.run(
        ["unshare", "--net", "--mount", "chroot", str(root), "sh", "-ec", f"mount -t proc proc /proc; {home}; cd /tmp; {command}"],
        check=True,
    )


def main() -> int:
    """Make the system, install, try; 1 when something is missing."""
    package = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "system"
        hook = f"--customize-hook=copy-in {package} /tmp"
        install = f"apt-get -y -qq --no-install-recommends install /tmp/{package.name}"
        display = "apt-get -y -qq --no-install-recommends install xvfb xauth"
        late = [f'--customize-hook=chroot "$1" {file}' for file in (install, display)]
        command = ["mmdebstrap", "--variant=minbase", "--mode=root", hook, *late, SUITE, str(root)]
        subprocess.run(command, check=True)
        missing = [name for name in CHECKED if not ((root / name).exists() or (root / name).is_symlink())]
        if missing:
            print(f"not installed: {missing}", file=sys.stderr)
            return 1
        inside(root, "priorcheck doctor")
        inside(root, "priorcheck demo --no-window --out /tmp/report.html && test -s /tmp/report.html")
        window = "priorcheck --library /tmp/home/data/demo-library --screenshot /tmp/window.png /tmp/report.html"
        inside(root, f"QT_QPA_PLATFORM=xcb xvfb-run -a {window} && test -s /tmp/window.png")
        subprocess.run(["cp", str(root / "tmp" / "window.png"), f"{package}.png"], check=True)
    print(f"the picture of its window: {package}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
