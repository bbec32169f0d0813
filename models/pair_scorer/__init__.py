"""Folder of the pair scorer's role; its network is in models/trunk."""
