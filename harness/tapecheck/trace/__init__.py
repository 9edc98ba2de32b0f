"""Watches a script that uses Warp, measures whether its gradients are right, and names what broke them.

Only the standard library, NumPy and Warp are imported below this package, so that it serves every release
of Warp that it can be pointed at. Data flows one way: ``hooks`` feed ``recorder``, which keeps a log of
events and asks ``replay`` and ``restored`` for measurements; ``diagnosis`` judges what they returned and
imports no Warp; ``report`` prints it.
"""
