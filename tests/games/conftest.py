"""Property tests look at the same evenings in every run, so that a red run can be repeated."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "games", derandomize=True, deadline=None, max_examples=80, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("games")
