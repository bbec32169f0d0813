"""View models: what the window shows, as plain data that knows no Qt."""
