"""Deals on a Ray cluster: an adapter of ten lines makes Ray's tasks an Executor.

    pip install ray
    python examples/simulate_on_ray.py 100000 [ADDRESS]

Without an address Ray starts on this machine.
"""

import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import ray

from skfast import simulate


class RayExecutor(Executor):
    """Each call is one Ray task; Ray itself runs it again if its worker is lost."""

    def __init__(self) -> None:
        self.run = ray.remote(lambda function, args, kwargs: function(*args, **kwargs))

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = self.run.remote(function, args, kwargs).future()
        return future


def main(n: int = 20_000, address: str | None = None) -> None:
    ray.init(address=address, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    try:
        result = simulate(n, seed=1, executor=RayExecutor(), keep_deals=False)
    finally:
        ray.shutdown()
    assert result == simulate(n, seed=1, keep_deals=False), "the same on one machine"
    print(result)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *sys.argv[2:3])
