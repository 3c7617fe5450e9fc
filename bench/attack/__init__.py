"""Attacks on a real server on this machine, with what they cost everybody else."""
