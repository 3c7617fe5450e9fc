"""The games for learning and search: PettingZoo, Gymnasium, OpenSpiel and batches of games; no code per game."""
