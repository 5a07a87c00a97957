"""The option --slow: the tests that are too long for every day, and the long form of some others."""

from __future__ import annotations

import pytest
from hypothesis import settings


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the slow tests too, and the long form of others")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--slow"):
        return
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="needs --slow"))


@pytest.fixture(scope="session")
def slow(request: pytest.FixtureRequest) -> bool:
    """Whether --slow is given."""
    return bool(request.config.getoption("--slow"))


def pytest_configure(config: pytest.Config) -> None:
    """Times differ too much between machines for a deadline; `--slow` tries more examples."""
    settings.register_profile("everyday", max_examples=100, deadline=None)
    settings.register_profile("slow", max_examples=1_000, deadline=None)
    settings.load_profile("slow" if config.getoption("--slow") else "everyday")
