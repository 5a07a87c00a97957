"""Deals on a Dask cluster: `simulate` takes any executor, and the result is the same on every one.

    pip install "dask[distributed]"
    python examples/simulate_on_dask.py --deals 200000                           # workers on this machine
    python examples/simulate_on_dask.py --address tcp://scheduler:8786           # a cluster that is running

Every worker needs skfast installed.  A worker that is lost costs its chunks only: they are played again elsewhere.
"""

import argparse
from collections.abc import Sequence

from skfast import Rules, Simulation, simulate


def simulate_on_dask(n: int, rules: Rules, seed: int, address: str | None = None, workers: int = 2) -> Simulation:
    from dask.distributed import Client, LocalCluster

    if address is not None:
        with Client(address) as client:
            return simulate(n, rules, "lowest", seed, executor=client.get_executor(), keep_deals=False)
    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        return simulate(n, rules, "lowest", seed, executor=client.get_executor(), keep_deals=False)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Deals on a Dask cluster.")
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--rules", default="BAIBIAN")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--address", help="of a scheduler; without it workers are started on this machine")
    parser.add_argument("--workers", type=int, default=2, help="how many, on this machine")
    args = parser.parse_args(argv)
    rules = Rules.named(args.rules)
    result = simulate_on_dask(args.deals, rules, args.seed, args.address, args.workers)
    print(result)
    here = simulate(args.deals, rules, "lowest", args.seed, keep_deals=False)
    print("the same as on this machine alone:", result == here)


if __name__ == "__main__":  # Dask's workers import this file
    main()
