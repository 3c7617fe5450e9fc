"""What builds Carreau: the compiled modules and the web client."""
