"""Packaging: recipes that evaluate, complete tables, and the record that the present package was built from."""

from __future__ import annotations

import gzip
import hashlib
import plistlib
import re
import runpy
import shutil
import struct
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from PySide6.QtGui import QImage

from app import __version__
from app.cli.grammar import COMMANDS
from app.gui.model.licences import components
from app.inference import list_models

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
sys.path[:0] = [str(PACKAGING), str(PACKAGING / "linux")]

import built  # noqa: E402
import checksums  # noqa: E402
import deb  # noqa: E402
import frozen  # noqa: E402
import licences  # noqa: E402
import lock  # noqa: E402
import program_data  # noqa: E402
import program_icons  # noqa: E402
import system_libraries  # noqa: E402
import version_info  # noqa: E402


def test_the_packaged_program_was_built_from_this_tree() -> None:
    if not built.NOTE.is_file():
        pytest.skip("make package has not been run yet")
    assert built.noted() == built.state(), "run `make package`: packaging files or shipped packages have changed"


def test_every_pinned_package_that_is_installed_with_the_program_has_its_licence() -> None:
    pinned = set(lock.entries(lock.CONSTRAINTS.read_text("utf-8")))
    licence_of = {line.split("\t")[0]: line.split("\t")[1] for line in licences.TABLE.read_text("utf-8").splitlines()[1:]}
    assert pinned & set(frozen.installed_distributions()) <= set(licence_of)
    assert set(frozen.shipped_distributions()) - {"priorcheck"} <= set(licence_of)
    assert all(licence_of.values())
    for name in set(licence_of) & set(frozen.installed_distributions()):
        assert licences.licence(name) == licence_of[name], "run python packaging/licences.py"


def test_every_licence_can_be_read() -> None:
    without = [component.name for component in components() if len(component.text()) < 60]
    assert without == []
    models = [component for component in components() if component.files and component.files[0].name == "CARD.md"]
    assert len(models) == len(list_models()) and all(component.licence for component in models)


def test_an_unreviewed_licence_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(licences.KNOWN, "hnswlib")
    with pytest.raises(LookupError, match="hnswlib"):
        licences.licence("hnswlib")


def test_only_shipped_files_are_collected() -> None:
    left_out = set(frozen.left_out())
    assert {"torch", "transformers", "sentence_transformers", "pytest", "mypy", "PySide6.QtNetwork"} <= left_out
    assert not left_out & {"app", "numpy", "openvino", "pymupdf", "PySide6", "tokenizers", "packaging", "platformdirs"}
    shipped = frozen.shipped_distributions()
    assert "priorcheck" in shipped and set(shipped) < set(frozen.installed_distributions())


def test_the_frozen_program_has_every_package_that_the_project_names_but_the_hubs_client() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    named = {canonicalize_name(Requirement(line).name) for line in declared}
    assert named - set(frozen.shipped_distributions()) == {"huggingface-hub"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6\\plugins\\platforms\\qwindows.dll", True),
        ("libQt6Network.so.6", False),
        ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", False),
        ("libgtk-3.so.0", False),
        ("libglib-2.0.so.0", True),
        ("babel/locale-data/es_MX.dat", True),
        ("babel\\locale-data\\fr.dat", False),
        ("openvino/libs/libopenvino_onnx_frontend.so.2641", False),
        ("openvino\\libs\\openvino_intel_gpu_plugin.dll", False),
        ("openvino/libs/cache.json", False),
        ("openvino/libs/libopenvino.so.2641", True),
        ("openvino/libs/libopenvino_intel_cpu_plugin.so", True),
        ("openvino/libs/libtbb.so.12", True),
        ("pymupdf/_mupdf.so", True),
    ],
)
def test_filter_of_collected_files(name: str, expected: bool) -> None:
    assert frozen.wanted(name) is expected


def test_data_files_are_those_that_the_program_reads() -> None:
    targets = {str(target) for _, target in program_data.data_files()}
    assert {"models/manifest.toml", "models/trunk/CARD.md", "resources/guide/README.md", "resources/licences/components.tsv"} <= targets
    assert not [target for target in targets if target.endswith((".py", ".po", ".pyc")) or "screenshots" in target or "examples" in target]


def test_an_incomplete_model_is_not_packed(tmp_path: Path) -> None:
    (tmp_path / "resources").mkdir()
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "README.md").touch()
    (tmp_path / "models" / "manifest.toml").write_text('[[model]]\nfolder = "trunk"\n[[model.file]]\npath = "model.safetensors"\n', "utf-8")
    with pytest.raises(FileNotFoundError, match=r"model\.safetensors"):
        list(program_data.data_files(tmp_path))


class Recorder:
    """Stands in for PyInstaller's objects in a recipe: each call makes an object that remembers its arguments."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def __getitem__(self, name: str) -> Callable[..., Any]:
        def called(*arguments: Any, **options: Any) -> Any:
            self.calls.append((name, arguments, options))
            # PyInstaller turns (source, folder) into (name, source, kind).
            options_of_object = {
                **options,
                "binaries": [(Path(source).name, source, "BINARY") for source, _ in options.get("binaries", ())],
            }
            return type(name, (), {"pure": [], "scripts": [], "datas": [], **options_of_object})()

        return called

    def named(self, name: str) -> list[dict[str, Any]]:
        return [options for called, _, options in self.calls if called == name]


@pytest.mark.parametrize("platform", ["linux", "win32", "darwin"])
def test_the_recipe_evaluates_on_each_system(platform: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("PyInstaller")
    from PyInstaller.utils import hooks

    monkeypatch.setattr(hooks, "collect_data_files", lambda *_, **__: [])
    monkeypatch.setattr(hooks, "collect_submodules", lambda name: [name])
    monkeypatch.setattr(hooks, "copy_metadata", lambda _: [])
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(frozen, "left_out", list)
    monkeypatch.setattr(frozen, "SOURCES", tmp_path / "binaries.json")
    monkeypatch.setattr(system_libraries, "copy_notices", lambda *_: [])
    monkeypatch.setattr(
        frozen, "prepare", lambda _: frozen.BuildFiles(ico=tmp_path / "i.ico", icns=tmp_path / "i.icns", version_file=tmp_path / "v")
    )
    recorder = Recorder()
    namespace = {name: recorder[name] for name in ("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE")}
    runpy.run_path(str(PACKAGING / "priorcheck.spec"), {**namespace, "SPECPATH": str(PACKAGING)})
    programs = recorder.named("EXE")
    assert [(program["name"], program["console"]) for program in programs] == [
        ("priorcheck", True),
        *([("priorcheck-window", False)] if platform == "win32" else []),
    ]
    assert (programs[0]["version"] is not None) is (platform == "win32")
    assert len(recorder.named("BUNDLE")) == (platform == "darwin")
    datas = recorder.named("Analysis")[0]["datas"]
    assert (str(ROOT / "app" / "worker" / "launch.py"), str(Path("source", "app", "worker"))) in datas
    assert any("openvino_intel_cpu_plugin" in source for source, _ in recorder.named("Analysis")[0]["binaries"])


def test_the_property_lists_of_macos_have_the_required_keys() -> None:
    properties = frozen.info_plist()
    assert {"CFBundleDisplayName", "LSMinimumSystemVersion", "CFBundleDocumentTypes", "UTExportedTypeDeclarations"} <= set(properties)
    exported = {declaration["UTTypeIdentifier"] for declaration in properties["UTExportedTypeDeclarations"]}
    named = {name for kind in properties["CFBundleDocumentTypes"] for name in kind["LSItemContentTypes"]}
    assert exported == {"org.priorcheck.project"} and exported <= named
    entitlements = plistlib.loads((PACKAGING / "macos" / "entitlements.plist").read_bytes())
    assert all(name.startswith("com.apple.security.") and value is True for name, value in entitlements.items())
    assert not [name for name in entitlements if "network" in name]


def test_the_installer_of_windows_is_complete() -> None:
    text = (PACKAGING / "windows" / "priorcheck.iss").read_text("utf-8")
    recipe, _, code = text.partition("[Code]")
    sections = re.findall(r"^\[(\w+)\]", recipe, re.MULTILINE)
    assert sections == "Setup Languages CustomMessages Tasks InstallDelete Files Icons Registry Run".split()
    lines = [line for line in recipe.splitlines() if line and not line.lstrip().startswith((";", "#", "["))]
    for line in lines:
        assert re.match(r"\w+(\.\w+)?(=|: )", line) and line.count('"') % 2 == 0, line
    assert recipe.count("#if") == recipe.count("#endif") == 2
    tasks = set(re.findall(r'^Name: "(\w+)"; Description', recipe, re.MULTILINE))
    assert set(re.findall(r"Tasks: (\w+)", recipe)) <= tasks
    languages = set(re.findall(r'^Name: "(\w+)"; MessagesFile', recipe, re.MULTILINE))
    custom_messages = re.findall(r"^(\w+)\.(\w+)=", recipe, re.MULTILINE)
    assert {language for language, _ in custom_messages} == languages == {"en", "es"}
    assert set(re.findall(r"\{cm:(OpenProjects|OnThePath)\}", recipe)) == {name for _, name in custom_messages}
    assert (PACKAGING / "windows" / "../../LICENSE").exists() and "priorcheck-window.exe" in recipe
    assert len(re.findall(r"\bbegin\b", code)) == len(re.findall(r"\bend;", code))
    assert set(re.findall(r"Check: (\w+)", recipe)) <= set(re.findall(r"function (\w+)", code))


def test_the_version_resource_has_four_numbers() -> None:
    text = version_info.version_resource("1.2.3")
    assert "filevers=(1, 2, 3, 0)" in text and 'StringStruct("ProductVersion", "1.2.3")' in text
    compile(text, "version", "eval")
    assert version_info.version_resource(frozen.VERSION) and __version__ == frozen.VERSION


def test_icons_hold_the_sizes_that_they_say() -> None:
    pictures = program_icons.pictures()
    assert all(QImage.fromData(png).width() == side for side, png in pictures.items())
    ico = program_icons.ico(pictures)
    count = struct.unpack_from("<HHH", ico)[2]
    for number, side in enumerate(program_icons.ICO_SIZES[:count]):
        width, *_, length, offset = struct.unpack_from("<BBBBHHII", ico, 6 + 16 * number)
        assert width == side % 256 and ico[offset : offset + length] == pictures[side]
    icns = program_icons.icns(pictures)
    assert icns[:4] == b"icns" and struct.unpack(">I", icns[4:8])[0] == len(icns)
    position, widths = 8, {}
    while position < len(icns):
        length = struct.unpack(">I", icns[position + 4 : position + 8])[0]
        widths[icns[position : position + 4].decode()] = QImage.fromData(icns[position + 8 : position + length]).width()
        position += length
    assert widths == program_icons.ICNS_TYPES


def test_the_files_of_linux_desktops_agree_with_each_other() -> None:
    metainfo = ElementTree.fromstring(deb.filled(deb.HERE / "org.priorcheck.Priorcheck.metainfo.xml", "2026-11-23"))
    assert metainfo.findtext("launchable") == "priorcheck.desktop" and metainfo.findtext("project_license") == "AGPL-3.0-or-later"
    release = metainfo.find("releases/release")
    assert release is not None and release.attrib == {"version": __version__, "date": "2026-11-23"}
    entry = dict(line.split("=", 1) for line in (deb.HERE / "priorcheck.desktop").read_text("utf-8").splitlines() if "=" in line)
    assert entry["Exec"] == "priorcheck --open %f" and entry["Icon"] == "priorcheck"
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    kind = ElementTree.parse(deb.HERE / "priorcheck-mime.xml").find(f"{space}mime-type")
    assert kind is not None and kind.attrib["type"] in entry["MimeType"].split(";")
    assert metainfo.findtext("provides/mediatype") == kind.attrib["type"]


def test_the_manual_names_every_command() -> None:
    manual = deb.filled(deb.HERE / "priorcheck.1", "2026-11-23").decode()
    assert "@" not in manual and f"Priorcheck {__version__}" in manual
    named = set(re.findall(r"^\.B ([a-z]+)", manual, re.MULTILINE)) - {"priorcheck"}
    assert named == set(COMMANDS)


def test_a_debian_package_is_laid_out_for_desktops(tmp_path: Path) -> None:
    deb._place(tmp_path)
    assert (tmp_path / "usr" / "bin" / "priorcheck").readlink() == Path("../lib/priorcheck/priorcheck")
    manual = gzip.decompress((tmp_path / "usr" / "share" / "man" / "man1" / "priorcheck.1.gz").read_bytes())
    assert manual.startswith(b".TH PRIORCHECK 1")
    icon = tmp_path / "usr" / "share" / "icons" / "hicolor" / "48x48" / "apps" / "priorcheck.png"
    assert QImage(str(icon)).width() == 48
    assert all(path.stat().st_mode & 0o777 == 0o644 for path in tmp_path.rglob("*") if path.is_file() and not path.is_symlink())


def test_libraries_are_distinguished_from_other_files(tmp_path: Path) -> None:
    (tmp_path / "lib.so").write_bytes(b"\x7fELF" + bytes(60))
    (tmp_path / "text.so").write_bytes(b"GROUP ( libc.so.6 )")
    (tmp_path / "link.so").symlink_to("lib.so")
    assert [path.name for path in sorted(tmp_path.iterdir()) if deb.is_elf(path)] == ["lib.so"]


def test_shipped_versions_equal_the_pinned_ones() -> None:
    pinned = lock.versions(lock.CONSTRAINTS.read_text("utf-8"))
    shipped = set(frozen.shipped_distributions()) - {"priorcheck"}
    assert shipped <= set(pinned)
    for name in shipped:
        assert metadata.version(name) in pinned[name], name


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a wheel's name does not tell where it was compiled")
def test_locally_compiled_packages_are_listed() -> None:
    compiled_here = set()
    for name in frozen.shipped_distributions():
        tags = re.findall(r"^Tag: (.*)", metadata.distribution(name).read_text("WHEEL") or "", re.MULTILINE)
        if any(re.search(r"-linux_\w+$", tag) for tag in tags):
            compiled_here.add(name)
    assert compiled_here <= set(lock.COMPILED), "compiled from source: add it to COMPILED in packaging/lock.py, and see for what processor"


LOCK_FILES = [lock.CONSTRAINTS, *sorted(lock.LOCKS.glob("*.txt"))]


@pytest.mark.parametrize("path", LOCK_FILES, ids=lambda path: path.name)
def test_every_package_that_is_installed_has_hashes(path: Path) -> None:
    text = path.read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    entries = lock.entries(text)
    assert entries and sum(entry.count("\n") for entry in entries.values()) == len(lines)
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}\b", entry) for entry in entries.values())
    pinned = lock.versions(lock.CONSTRAINTS.read_text("utf-8"))
    for name, versions in lock.versions(text).items():
        assert path.name == "torch-cpu.txt" or versions <= pinned.get(name, versions), name


def test_everything_that_the_project_asks_for_is_listed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    pinned = {
        name: versions
        for path in (lock.CONSTRAINTS, lock.LOCKS / "llm.txt")
        for name, versions in lock.versions(path.read_text("utf-8")).items()
    }
    for line in (*project["dependencies"], *(line for extra in extras if extra != "train" for line in extras[extra])):
        requirement = Requirement(line)
        if requirement.name == "priorcheck":
            assert requirement.extras <= set(extras)
            continue
        versions = pinned.get(canonicalize_name(requirement.name), set())
        assert versions and all(requirement.specifier.contains(version) for version in versions), f"run python packaging/lock.py: {line}"


def test_packages_that_tests_need_are_installed() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    requirements = {Requirement(line).name for extra in ("gpu", "research", "statistics", "test") for line in extras[extra]}
    installed = {canonicalize_name(distribution.name) for distribution in metadata.distributions()}
    assert "torch" in requirements and {canonicalize_name(name) for name in requirements} <= installed


def test_the_cpu_build_of_torch_is_pinned() -> None:
    (version,) = lock.versions(lock.CONSTRAINTS.read_text("utf-8"))["torch"]
    assert lock.versions(lock.TORCH_CPU.read_text("utf-8")) == {"torch": {f"{version}+cpu"}}


def test_a_package_with_a_version_for_each_python_is_one_entry() -> None:
    older, newer = (
        f"a_b=={version} ; python_version {mark} '3.12' \\\n    --hash=sha256:{version}\n" for version, mark in (("1", "<"), ("2", ">="))
    )
    assert lock.entries(older + newer) == {"a-b": older + newer} and lock.versions(older + newer) == {"a-b": {"1", "2"}}
    assert lock._pins(older + newer) == ["a_b==1 ; python_version < '3.12'", "a_b==2 ; python_version >= '3.12'"]


@pytest.mark.parametrize("harm", ["hash", "version", "missing"])
def test_pip_takes_nothing_that_is_not_in_the_list(tmp_path: Path, harm: str) -> None:
    wheel = _tiny_wheel(tmp_path)
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    lines = {"good": f"tiny==1.0 --hash=sha256:{digest}", "hash": f"tiny==1.0 --hash=sha256:{'0' * 64}", "version": f"tiny==2.0 --hash=sha256:{digest}", "missing": "tiny==1.0"}  # fmt: skip
    assert _installs(tmp_path, lines["good"]) and not _installs(tmp_path, lines[harm])


def _installs(folder: Path, line: str) -> bool:
    listed = folder / "listed.txt"
    listed.write_text(line, "utf-8")
    options = ["--no-index", "--find-links", str(folder), "--no-deps", "--require-hashes", "--dry-run", "--target", str(folder / "target")]
    command = [sys.executable, "-m", "pip", "install", *options, "--requirement", str(listed)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _tiny_wheel(folder: Path) -> Path:
    path = folder / "tiny-1.0-py3-none-any.whl"
    about = {"METADATA": "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n", "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n", "RECORD": ""}  # fmt: skip
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in about.items():
            archive.writestr(f"tiny-1.0.dist-info/{name}", content)
    return path


def test_checksums_agree_with_the_tool_of_the_system(tmp_path: Path) -> None:
    (tmp_path / "priorcheck" / "_internal").mkdir(parents=True)
    for name in ("package.deb", "priorcheck/priorcheck", "priorcheck/_internal/lib.so"):
        (tmp_path / name).write_bytes(name.encode())
    for _ in range(2):  # the second time, its own files are there
        written = checksums.write_checksums(tmp_path)
    assert [path.name for path in written] == ["SHA256SUMS", "priorcheck.SHA256SUMS"]
    assert written[0].read_text() == f"{hashlib.sha256(b'package.deb').hexdigest()}  package.deb\n"
    assert [line.split("  ")[1] for line in written[1].read_text().splitlines()] == ["priorcheck/_internal/lib.so", "priorcheck/priorcheck"]
    if shutil.which("sha256sum"):
        for path in written:
            subprocess.run(["sha256sum", "--check", "--strict", "--quiet", path.name], cwd=tmp_path, check=True)
