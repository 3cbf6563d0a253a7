"""The pages. Function views: who may see it, what is read, which use case, which template."""
