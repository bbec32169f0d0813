"""The document place: ranked sentences beside the document beside the matches of the chosen sentence."""
