"""Attacks on a real server on this machine, and how much they slow down other guests."""
