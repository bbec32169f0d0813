"""Version resource of the Windows programs, which Explorer shows under Details. PyInstaller evaluates the text."""

from __future__ import annotations

_TEXT = """VSVersionInfo(
  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3f, flags=0x0, OS=0x40004, fileType=0x1, subtype=0x0, date=(0, 0)),
  kids=[
    StringFileInfo([StringTable("040904B0", [
      StringStruct("CompanyName", "Priorcheck"),
      StringStruct("FileDescription", "Priorcheck"),
      StringStruct("FileVersion", "{version}"),
      StringStruct("InternalName", "priorcheck"),
      StringStruct("LegalCopyright", "AGPL-3.0-or-later"),
      StringStruct("OriginalFilename", "priorcheck.exe"),
      StringStruct("ProductName", "Priorcheck"),
      StringStruct("ProductVersion", "{version}"),
    ])]),
    VarFileInfo([VarStruct("Translation", [0x409, 1200])]),
  ],
)
"""


def version_resource(version: str) -> str:
    """Return the resource for a version such as "1.2.3". Windows requires four numbers."""
    numbers = tuple(int(part) for part in version.split("."))
    return _TEXT.format(version=version, numbers=(*numbers, 0, 0, 0, 0)[:4])
