"""Every setting declared once; the file, its reading and its writing."""

from app.settings.checks import describe_problem
from app.settings.declared import DECLARED, LARGEST_TEXT, SMALLEST_TEXT, Settings, default_settings
from app.settings.file import load_settings, save_settings, settings_path
from app.settings.library_folder import VARIABLE as LIBRARY_VARIABLE
from app.settings.library_folder import library_folder, library_of_environment
from app.settings.own_models import LLM, ROLES, OwnModel, encoders_during_switch, former_encoders, own_models, previous_encoders, setting_of
from app.settings.setting import Kind, Setting, Value

__all__ = [
    "DECLARED",
    "LARGEST_TEXT",
    "LIBRARY_VARIABLE",
    "LLM",
    "ROLES",
    "SMALLEST_TEXT",
    "Kind",
    "OwnModel",
    "Setting",
    "Settings",
    "Value",
    "default_settings",
    "describe_problem",
    "encoders_during_switch",
    "former_encoders",
    "library_folder",
    "library_of_environment",
    "load_settings",
    "own_models",
    "previous_encoders",
    "save_settings",
    "setting_of",
    "settings_path",
]
