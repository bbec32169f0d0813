"""Every setting declared once; the file, its reading and its writing."""

from app.settings.checks import describe_problem
from app.settings.declared import DECLARED, LARGEST_TEXT, SMALLEST_TEXT, Settings, default_settings
from app.settings.file import load_settings, save_settings, settings_path
from app.settings.library_folder import VARIABLE as LIBRARY_VARIABLE
from app.settings.library_folder import library_folder, library_of_environment
from app.settings.setting import Kind, Setting, Value
from app.settings.user_models import (
    LLM,
    ROLES,
    UserModel,
    encoders_during_switch,
    former_encoders,
    previous_encoders,
    setting_of,
    user_models,
)

__all__ = [
    "DECLARED",
    "LARGEST_TEXT",
    "LIBRARY_VARIABLE",
    "LLM",
    "ROLES",
    "SMALLEST_TEXT",
    "Kind",
    "Setting",
    "Settings",
    "UserModel",
    "Value",
    "default_settings",
    "describe_problem",
    "encoders_during_switch",
    "former_encoders",
    "library_folder",
    "library_of_environment",
    "load_settings",
    "previous_encoders",
    "save_settings",
    "setting_of",
    "settings_path",
    "user_models",
]
