"""The command line: subcommands over the services, headless."""
