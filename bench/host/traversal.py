#!/usr/bin/env python3
"""traversal.py - BFS and SSSP on the CPU: heddle beside scipy.sparse.csgraph (breadth_first_order, dijkstra; serial).

usage: python3 -m venv /tmp/peers && /tmp/peers/bin/pip install scipy
       /tmp/peers/bin/python bench/host/traversal.py build/bench_host FILE.mtx... [--csv OUT] [--rounds N]

Files that are not square are left out. The source is the first of the rows with most entries. Distances are compared
before times count, and levels with the distances of weights of one. Which files are taken, what a time is: peers.py.
"""
import math
import os
import sys

import numpy as np
from scipy.sparse import csgraph

import peers

SEARCHES = ("bfs", "sssp")


def require_same(name, answers, distances, levels):
    for answer, wanted, kind in (("distances", distances, np.float64), ("levels", levels, np.int32)):
        found = np.fromfile(os.path.join(answers, f"{name}.{answer}"), dtype=kind).astype(float)
        if answer == "levels":
            found[found < 0] = math.inf
        if not np.array_equal(found, wanted):
            sys.exit(f"{name}: {answer} differ from those of scipy")


def measure(path, given, answers):
    a = peers.matrix_of(path, lambda i, j: 1.0 + (31 * np.minimum(i, j) + 17 * np.maximum(i, j)) % 255)
    if a is None or a.shape[0] != a.shape[1]:
        return None
    name = peers.name_of(path)
    row = {"matrix": name, "rows": a.shape[0], "nonzeros": a.nnz}
    source = int(np.argmax(np.diff(a.indptr)))
    distances = csgraph.dijkstra(a, indices=source)
    levels = csgraph.dijkstra(a, indices=source, unweighted=True)
    scipy = {"bfs": lambda: csgraph.breadth_first_order(a, source, return_predecessors=True),
             "sssp": lambda: csgraph.dijkstra(a, indices=source)}
    for _ in range(given.rounds):
        lines = peers.heddle_lines("traversal", path, given, answers)
        require_same(name, answers, distances, levels)
        times = {f"scipy_{s}_ms": 1e3 * peers.median_seconds(scipy[s], given.seconds, 5) for s in SEARCHES}
        times |= {f"heddle_{line['threads']}_{s}_ms": float(line[f"{s}_ms"]) for line in lines for s in SEARCHES}
        peers.keep_least(row, times)
    for s in SEARCHES:
        row[f"{s}_one_thread_vs_scipy"] = row[f"scipy_{s}_ms"] / row[f"heddle_1_{s}_ms"]
        row[f"{s}_vs_scipy"] = row[f"scipy_{s}_ms"] / row[f"heddle_{peers.THREADS}_{s}_ms"]
    return row


if __name__ == "__main__":
    peers.compare(__doc__, measure, [f"{s}_{ratio}" for s in SEARCHES for ratio in ("one_thread_vs_scipy", "vs_scipy")],
                  seconds=0.1)
