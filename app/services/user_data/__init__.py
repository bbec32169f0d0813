"""What lies on this computer because of the program: a list of it, and its removal."""

from app.services.user_data.erasing import erase, erase_alone
from app.services.user_data.listing import list_places

__all__ = ["erase", "erase_alone", "list_places"]
