"""The pure rules engine: what a hand is worth and how a sheet ends, in the standard library only.

No Django, no clock, no randomness, no sentences: a refusal or a reason is a code here and becomes words in
`scoring.messages`.
"""
