"""The use cases of the record. Each is a function that page, API, task and command call alike."""
