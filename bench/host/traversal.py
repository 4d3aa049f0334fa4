#!/usr/bin/env python3
"""traversal.py - searches, components and PageRank on the CPU: heddle beside scipy (serial) and networkit.

usage: python3 -m venv /tmp/peers && /tmp/peers/bin/pip install scipy networkit
       /tmp/peers/bin/python bench/host/traversal.py build/bench_host FILE.mtx... [--csv OUT] [--rounds N]

Beside csgraph's breadth_first_order, dijkstra and connected_components, and a power iteration over a CSR array of the
transpose, of which an iteration counts; and, where it is installed, beside networkit's ParallelConnectedComponents or
ConnectedComponents, whichever is faster, and its PageRank, with as many threads as heddle has at most. Files that are
not square are left out. The source is the first of the rows with most entries. What is found is compared before times
count: distances, levels with the distances of weights of one, labels, and ranks with one more iteration; of networkit
the number of components. Which files are taken, what a time is: peers.py.
"""
import math
import os
import sys

import numpy as np
from scipy.sparse import csgraph

import peers

try:
    import networkit
except ImportError:
    networkit = None

WHAT = ("bfs", "sssp", "components", "pagerank_iteration")
DAMPING, TOLERANCE = 0.85, 1e-6


class ranking:
    def __init__(self, a):
        pattern = a.copy()
        pattern.data[:] = 1
        degrees = np.diff(a.indptr)
        self.n, self.turned = a.shape[0], pattern.T.tocsr()
        self.inverse = np.where(degrees > 0, 1 / np.maximum(degrees, 1), 0.0)

    def iterate(self, x):
        y = DAMPING * (self.turned @ (x * self.inverse))
        return y + (1 - y.sum()) / self.n

    def run(self, iterations=10):
        x = np.full(self.n, 1 / self.n)
        for _ in range(iterations):
            after = self.iterate(x)
            np.abs(after - x).sum()
            x = after
        return x


class networkit_graphs:
    def __init__(self, a):
        networkit.setNumberOfThreads(peers.THREADS)
        rows = np.repeat(np.arange(a.shape[0], dtype=np.int64), np.diff(a.indptr))
        columns = a.indices.astype(np.int64)
        self.arcs = networkit.graph.GraphFromCoo((rows, columns), n=a.shape[0], directed=True)
        ends = np.unique(np.minimum(rows, columns) * a.shape[0] + np.maximum(rows, columns))
        self.edges = networkit.graph.GraphFromCoo((ends // a.shape[0], ends % a.shape[0]), n=a.shape[0])

    def count_components(self, method):
        found = method(self.edges)
        found.run()
        return found.numberOfComponents()

    def rank(self):
        """How many iterations it took."""
        ranks = networkit.centrality.PageRank(self.arcs, damp=DAMPING, tol=TOLERANCE,
                                              distributeSinks=networkit.centrality.SinkHandling.DistributeSinks)
        ranks.norm = networkit.centrality.Norm.l1norm
        ranks.run()
        return ranks.numberOfIterations()

    def times(self, components, seconds):
        methods = (networkit.components.ConnectedComponents, networkit.components.ParallelConnectedComponents)
        for method in methods:
            if self.count_components(method) != components:
                sys.exit(f"networkit's {method.__name__} finds another number of components")
        fastest = min(peers.median_seconds(lambda m=m: self.count_components(m), seconds, 5) for m in methods)
        return {"networkit_components_ms": 1e3 * fastest,
                "networkit_pagerank_iteration_ms": 1e3 * peers.median_seconds(self.rank, seconds, 3) / self.rank()}


def require_same(name, answers, distances, levels, labels, ranks):
    def found(answer, kind):
        return np.fromfile(os.path.join(answers, f"{name}.{answer}"), dtype=kind).astype(float)

    reached = found("levels", np.int32)
    reached[reached < 0] = math.inf
    smallest = np.full(labels.max() + 1, len(labels))
    np.minimum.at(smallest, labels, np.arange(len(labels)))
    x = found("ranks", np.float64)
    right = {"distances": np.array_equal(found("distances", np.float64), distances),
             "levels": np.array_equal(reached, levels),
             "labels": np.array_equal(found("labels", np.int32), smallest[labels]),
             "ranks": abs(x.sum() - 1) < 1e-9 and np.abs(ranks.iterate(x) - x).sum() <= TOLERANCE}
    for answer, same in right.items():
        if not same:
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
    labels = csgraph.connected_components(a, directed=False)[1]
    ranks = ranking(a)
    others = networkit_graphs(a) if networkit else None
    scipy = {"bfs": lambda: csgraph.breadth_first_order(a, source, return_predecessors=True),
             "sssp": lambda: csgraph.dijkstra(a, indices=source),
             "components": lambda: csgraph.connected_components(a, directed=False),
             "pagerank_iteration": ranks.run}
    calls = {"pagerank_iteration": 10}
    for _ in range(given.rounds):
        lines = peers.heddle_lines("traversal", path, given, answers)
        require_same(name, answers, distances, levels, labels, ranks)
        times = {f"scipy_{s}_ms": 1e3 * peers.median_seconds(scipy[s], given.seconds, 5) / calls.get(s, 1)
                 for s in WHAT}
        times |= others.times(labels.max() + 1, given.seconds) if others else {}
        times |= {f"heddle_{line['threads']}_{s}_ms": float(line[f"{s}_ms"]) for line in lines for s in WHAT}
        peers.keep_least(row, times)
    for s in WHAT:
        row[f"{s}_one_thread_vs_scipy"] = row[f"scipy_{s}_ms"] / row[f"heddle_1_{s}_ms"]
        row[f"{s}_vs_scipy"] = row[f"scipy_{s}_ms"] / row[f"heddle_{peers.THREADS}_{s}_ms"]
        if f"networkit_{s}_ms" in row:
            row[f"{s}_vs_networkit"] = row[f"networkit_{s}_ms"] / row[f"heddle_{peers.THREADS}_{s}_ms"]
    return row


if __name__ == "__main__":
    ratios = [f"{s}_{ratio}" for s in WHAT for ratio in ("one_thread_vs_scipy", "vs_scipy")]
    if networkit:
        ratios += [f"{s}_vs_networkit" for s in ("components", "pagerank_iteration")]
    peers.compare(__doc__, measure, ratios, seconds=0.1)
