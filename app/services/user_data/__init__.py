"""Lists everything that the program stores on this computer, and erases it."""

from app.services.user_data.erasing import erase_alone, erase_demo
from app.services.user_data.listing import list_user_data, other_readers

__all__ = ["erase_alone", "erase_demo", "list_user_data", "other_readers"]
