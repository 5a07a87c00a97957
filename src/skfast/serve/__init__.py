"""``skfast serve``: questions and deals as JSON lines, one object a line in and one out (docs/serve.md)."""

from skfast.serve.session import MAX_GAMES, Session
from skfast.serve.stream import MAX_LINE, serve

__all__ = ["MAX_GAMES", "MAX_LINE", "Session", "serve"]
