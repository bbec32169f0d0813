"""Command line: subcommands over the services, headless."""
