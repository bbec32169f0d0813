"""Folder of the stance role; its network is in models/trunk."""
