"""The document page: ranked sentences beside the document beside the matches of the chosen sentence."""
