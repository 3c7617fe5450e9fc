"""The build: compiled modules and the web client."""
