"""The use cases of clubs. Each is a function that page, API, task and command call alike."""
