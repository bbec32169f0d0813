"""Every setting declared once; the file, its reading and its writing."""

from app.settings.declared import DECLARED, Kind, Setting
from app.settings.file import load_settings, save_settings, settings_path
from app.settings.values import Settings, default_settings

__all__ = ["DECLARED", "Kind", "Setting", "Settings", "default_settings", "load_settings", "save_settings", "settings_path"]
