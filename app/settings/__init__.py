"""Every setting declared once; the file, its reading and its writing."""

from app.settings.declared import DECLARED, Kind, Setting
from app.settings.file import load_settings, save_settings, settings_path
from app.settings.own_models import ROLES, OwnModel, own_models, setting_of
from app.settings.values import Settings, default_settings

__all__ = [
    "DECLARED",
    "ROLES",
    "Kind",
    "OwnModel",
    "Setting",
    "Settings",
    "default_settings",
    "load_settings",
    "own_models",
    "save_settings",
    "setting_of",
    "settings_path",
]
