"""Where stories were debunked and how they travel: narratives as timelines, flows, graphs and series."""
