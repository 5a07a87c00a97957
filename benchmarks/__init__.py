"""Benchmarks: ``make bench``.  Every one asserts its answer before it times anything."""
