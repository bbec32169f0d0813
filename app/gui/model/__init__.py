"""View models: the state that the window shows, without Qt."""
