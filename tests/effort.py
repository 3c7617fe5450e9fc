"""The amount of random testing: 1 in the gate, more with CARREAU_SOAK=N in the environment."""

import os

EFFORT = int(os.environ.get("CARREAU_SOAK", "1"))
