"""Environments for learning and search: PettingZoo, Gymnasium, OpenSpiel and batches, without code per game."""
