"""What lies on this computer because of the program: a list of it, and its removal."""

from app.services.user_data.erasing import erase_alone
from app.services.user_data.listing import list_places, other_readers

__all__ = ["erase_alone", "list_places", "other_readers"]
