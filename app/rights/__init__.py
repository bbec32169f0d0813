"""Who may read and change what we write."""
