"""What `simulate` returns, and the files it is kept in."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skfast.display import Grid
from skfast.rules import Rules
from skfast.tally import DEAL_DTYPE, Summary, Tally

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Simulation", "policy_text"]


def policy_text(policy: object) -> str:
    """A policy by name: of a player its repr, or where that says nothing, where it is defined."""
    if isinstance(policy, str):
        return policy
    text = repr(policy)
    if " at 0x" not in text and not text.startswith("<"):
        return text
    named = policy if hasattr(policy, "__qualname__") else type(policy)
    return f"{named.__module__}.{named.__qualname__}"


class Simulation:
    """Deals played, and their summary.

    `deals` is an array of DEAL_DTYPE, deal i in place i, or None if only a summary was wanted.
    """

    def __init__(
        self, rules: Rules, policies: tuple[str, ...], seed: int, deals: NDArray[Any] | None, tally: Tally
    ) -> None:
        self.rules = rules
        self.policies = policies
        """By seat; of Python players their text."""
        self.seed = seed
        self.deals = deals
        self.tally = tally
        """Exact sums over all deals, and how often which points were made."""

    @property
    def n(self) -> int:
        """How many deals."""
        return self.tally.n

    @cached_property
    def summary(self) -> Summary:
        """Means, shares and 95 % intervals."""
        return Summary.of(self.tally, self.rules)

    def __len__(self) -> int:
        return self.n

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Simulation):
            return NotImplemented
        if (self.deals is None) != (other.deals is None):
            return False
        same = self.deals is None or self.deals.tobytes() == other.deals.tobytes()  # type: ignore[union-attr]
        return same and self.parameters() == other.parameters() and self.tally == other.tally

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Simulation of {self.n} deals, {self.rules.text}, {'/'.join(self.policies)}, seed {self.seed}>"

    def __str__(self) -> str:
        head = f"rules              {self.rules.text}\npolicies           {' / '.join(self.policies)}"
        return f"{head}\nseed               {self.seed}\n{self.summary}"

    def plot(self, path: str | os.PathLike[str] | None = None) -> Figure:
        """Points, wins, legal plays a position and bombs in four panels: a `matplotlib.figure.Figure`.

        With `path` the picture is written too, in the format of its suffix.  Needs matplotlib (the extra `plot`).
        """
        from skfast.plotting import plot_simulation

        return plot_simulation(self, path)

    def grid(self) -> Grid:
        """The summary as a table: what, seats 0 and 2, seats 1 and 3, and both sides together."""
        summary = self.summary
        rows: list[tuple[str, ...]] = [("points a deal", f"{summary.points[0]}", f"{summary.points[1]}", "")]
        rows.append(("points more than the other side", f"{summary.difference}", "", ""))
        for win, (first, second) in summary.wins.items():
            rows.append((f"{win} wins", *(f"{100 * share:.1f} %" for share in (first, second, first + second))))
        rows += [
            ("plies", "", "", f"{summary.plies:.1f}"),
            ("plies with a choice", "", "", f"{summary.choices:.1f}"),
            ("leads", "", "", f"{summary.leads:.1f}"),
            ("legal plays at a lead", "", "", f"{summary.lead_branching:.1f}"),
            ("legal plays at other plies", "", "", f"{summary.follow_branching:.2f}"),
        ]
        for stars, n in summary.bombs.items():
            kind = "bombs of the four jokers" if stars == "J" else f"bombs of {stars} stars"
            rows.append((kind, "", "", f"{n / summary.n:.3g}"))
        title = f"{self.n:,} deals, {self.rules.text}, {' / '.join(self.policies)}, seed {self.seed}"
        return Grid(title, ("a deal", "seats 0, 2", "seats 1, 3", "all"), rows, "lrrr")

    def _repr_html_(self) -> str:
        """The summary, for a notebook."""
        return self.grid().html()

    def __rich__(self) -> Any:
        """The summary, for `rich.print`."""
        return self.grid().rich()

    def parameters(self) -> dict[str, Any]:
        return {"rules": self.rules.text, "policies": list(self.policies), "seed": self.seed}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write to `path`: ``.npz``, or ``.parquet`` (one row a deal; needs pyarrow, the extra `parquet`).

        The file is written under a temporary name and renamed, so that it is there whole or not at all.
        """
        path = Path(path)
        if path.suffix == ".npz":
            written(path, self._write_npz)
        elif path.suffix == ".parquet":
            written(path, self._write_parquet)
        else:
            raise ValueError(f"results are written as .npz or .parquet, not {path.suffix or 'without a suffix'!r}")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Simulation:
        """Read what `save` wrote.  ValueError for another file."""
        path = Path(path)
        if path.suffix == ".npz":
            with np.load(path, allow_pickle=False) as file:
                if "about" not in file:
                    raise ValueError(f"{path} is no result of a simulation")
                about = json.loads(str(file["about"]))
                deals = file["deals"] if "deals" in file else None
        elif path.suffix == ".parquet":
            about, deals = read_parquet(path)
        else:
            raise ValueError(f"results are read from .npz or .parquet, not {path.suffix or 'without a suffix'!r}")
        tally = Tally.from_json(about["tally"])
        return cls(Rules.parse(about["rules"]), tuple(about["policies"]), about["seed"], deals, tally)

    def _about(self) -> str:
        return json.dumps({**self.parameters(), "tally": self.tally.to_json()})

    def _write_npz(self, file: IO[bytes]) -> None:
        arrays = {"about": np.array(self._about())}
        if self.deals is not None:
            arrays["deals"] = self.deals
        np.savez(file, allow_pickle=False, **arrays)

    def _write_parquet(self, file: IO[bytes]) -> None:
        if self.deals is None:
            raise ValueError("the deals were not kept, so there are no rows to write; a summary goes to .npz")
        arrow, parquet = pyarrow()
        columns = {name: arrow.array(values) for name, values in flat_columns(self.deals).items()}
        table = arrow.table(columns).replace_schema_metadata({"skfast": self._about()})
        parquet.write_table(table, file)


def flat_columns(deals: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """A column for each number of a deal: `scores_0` .. `scores_3` by seat, `finish_0` the first finisher, `bombs_4` ..
    `bombs_18` by stars, `bombs_J` the four jokers."""
    columns = {}
    for name in DEAL_DTYPE.names or ():
        values = deals[name]
        if name == "reserved":
            continue
        if values.ndim == 1:
            columns[name] = values.copy()
            continue
        for place in range(values.shape[1]):
            mark = str(place) if name != "bombs" else "J" if place == 15 else str(place + 4)
            columns[f"{name}_{mark}"] = values[:, place].copy()
    return columns


def read_parquet(path: Path) -> tuple[dict[str, Any], NDArray[Any]]:
    _, parquet = pyarrow()
    table = parquet.read_table(path)
    about = (table.schema.metadata or {}).get(b"skfast")
    if about is None:
        raise ValueError(f"{path} is no result of a simulation")
    deals = np.zeros(table.num_rows, DEAL_DTYPE)
    for name, values in flat_columns(deals[:0]).items():
        field, _, mark = name.rpartition("_")
        column = table[name].to_numpy()
        if name in (DEAL_DTYPE.names or ()):
            deals[name] = column
        else:
            place = int(mark) if field != "bombs" else 15 if mark == "J" else int(mark) - 4
            deals[field][:, place] = column.astype(values.dtype)
    return json.loads(about), deals


def pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow as arrow
        import pyarrow.parquet as parquet
    except ImportError:
        raise ImportError("Parquet needs pyarrow: pip install 'skfast[parquet]'") from None
    return arrow, parquet


def written(path: Path, write: Callable[[IO[bytes]], None]) -> None:
    """Write a file under a temporary name beside it, then rename."""
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with open(new, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)
