"""Addresses of accounts, clubs, their people and their till."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
