"""Studies: thousands of games between bots, and what a game's author can learn from them."""
