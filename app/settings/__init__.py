"""Every setting declared once; the file, its reading and its writing."""
