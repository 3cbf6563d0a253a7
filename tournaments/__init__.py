"""Competitions over many tables."""
