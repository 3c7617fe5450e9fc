"""Studies of a game: thousands of games between bots, and what they say to its author."""
