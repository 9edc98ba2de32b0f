"""Runs one program under one tool inside a Warp environment and reports raw signals; it never judges.

Everything below this package imports only the standard library, NumPy and Warp, so that it runs in the
environment of any release.
"""
