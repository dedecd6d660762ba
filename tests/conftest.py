"""What holds for every test: property tests try the same examples on every machine."""

import os

from hypothesis import HealthCheck, settings

# No deadline: the first call of a compiled rule may have to load it from the cache.
settings.register_profile(
    "repeatable",
    deadline=None,
    derandomize=True,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
# HYPOTHESIS_PROFILE=wander looks for new examples, more of them, and keeps what it finds.
settings.register_profile("wander", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))
