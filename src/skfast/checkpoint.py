"""The checkpoint of a long run: a file to which every finished chunk is appended.

The first line is JSON: what was asked for.  Then records, each a header (RECORD: magic, first deal, deals, bytes, CRC
of these and of the payload) and a payload: the deals as they lie in an array of DEAL_DTYPE, or the JSON of a tally.
A record that is not whole is the end of the file: what a process was writing when it was killed.
"""

from __future__ import annotations

import json
import os
import struct
import time
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from skfast.chunks import Done
from skfast.tally import DEAL_DTYPE, Tally

__all__ = ["Checkpoint", "CheckpointError"]

FORMAT = "skfast checkpoint 1"
MAGIC = b"SKCP"
RECORD = struct.Struct("<4sQQQI")
SYNC_SECONDS = 1.0


class CheckpointError(ValueError):
    """A file that is no checkpoint, or one of another run."""


class Checkpoint:
    """Opened once a run: first `finished` reads what is there, then `append` adds to it."""

    def __init__(self, path: str | os.PathLike[str], parameters: Mapping[str, Any], keep: bool) -> None:
        """`parameters` are all that the result depends on.  CheckpointError if the file was begun with others."""
        self.path = Path(path)
        self.keep = keep
        header = json.dumps({"format": FORMAT, **parameters}, sort_keys=True).encode() + b"\n"
        if not self.path.exists() or self.path.stat().st_size == 0:
            begun = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
            begun.write_bytes(header)
            os.replace(begun, self.path)
        self.file = open(self.path, "r+b")
        try:
            lock(self.file.fileno(), self.path)
            self.check(self.file.readline(1 << 20), header)
        except BaseException:
            self.file.close()
            raise
        self.synced = time.monotonic()

    def check(self, line: bytes, header: bytes) -> None:
        if line == header:
            return
        try:
            theirs = json.loads(line)
            if not isinstance(theirs, dict) or theirs.get("format") != FORMAT:
                raise ValueError
        except ValueError:
            raise CheckpointError(f"{self.path} is no checkpoint of skfast") from None
        ours = json.loads(header)
        names = [name for name in sorted({*ours, *theirs}) if ours.get(name) != theirs.get(name)]
        raise CheckpointError(
            f"{self.path} belongs to another run: "
            + "; ".join(f"{name} is {theirs.get(name)!r} there, {ours.get(name)!r} here" for name in names)
        )

    def finished(self) -> Iterator[Done]:
        """The chunks in the file; then whatever follows the last whole one is cut off."""
        end = self.file.tell()
        while (done := self.read()) is not None:
            end = self.file.tell()
            yield done
        self.file.seek(end)
        self.file.truncate()

    def read(self) -> Done | None:
        head = self.file.read(RECORD.size)
        if len(head) < RECORD.size:
            return None
        magic, first, n, size, crc = RECORD.unpack(head)
        if magic != MAGIC or size > os.fstat(self.file.fileno()).st_size:
            return None
        payload = self.file.read(size)
        if len(payload) < size or crc != checksum(head[:-4], payload):
            return None
        if self.keep:
            return Done(first, n, np.frombuffer(payload, DEAL_DTYPE), None)
        return Done(first, n, None, Tally.from_json(json.loads(payload)))

    def append(self, done: Done) -> None:
        if done.deals is not None:
            payload = done.deals.tobytes()
        else:
            assert done.tally is not None
            payload = json.dumps(done.tally.to_json()).encode()
        head = RECORD.pack(MAGIC, done.first, done.n, len(payload), 0)[:-4]
        self.file.write(head + checksum(head, payload).to_bytes(4, "little") + payload)
        self.file.flush()
        if time.monotonic() - self.synced > SYNC_SECONDS:
            os.fsync(self.file.fileno())
            self.synced = time.monotonic()

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.file.flush()
        os.fsync(self.file.fileno())
        self.file.close()


def checksum(head: bytes, payload: bytes) -> int:
    return zlib.crc32(payload, zlib.crc32(head))


def lock(descriptor: int, path: Path) -> None:
    """Two runs must not write to one file.  Where there is no such lock, that is the caller's care."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise CheckpointError(f"{path} is in use by another run") from None
    except OSError:  # a file system without locks
        return
