"""The bundled models with the commands that made them; never imported by the running program."""
