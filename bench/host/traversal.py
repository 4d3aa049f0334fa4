#!/usr/bin/env python3
"""traversal.py - BFS and SSSP on the CPU: heddle beside scipy.sparse.csgraph (breadth_first_order, dijkstra; serial).

usage: python3 -m venv /tmp/peers && /tmp/peers/bin/pip install scipy
       /tmp/peers/bin/python bench/host/traversal.py build/bench_host FILE.mtx... [--csv OUT] [--rounds N]

Files that are not square, complex, or below 100,000 nonzeros are left out. Weights follow from positions, as
bench/host/traversal.cpp says; the source is the first of the rows with most entries. Distances are compared before
times count, and levels with the distances of weights of one. A time is the least of the rounds' medians of calls.
"""
import argparse
import csv
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import scipy.io
import scipy.sparse
from scipy.sparse import csgraph

LEAST_NONZEROS = 100_000
THREADS = 2


def graph_of(path):
    """The file's pattern with the weights that bench_host gives it; None for what is left out."""
    with open(path) as file:
        if "complex" in file.readline():
            return None
    read = scipy.io.mmread(path, spmatrix=False).tocsr()
    read.sum_duplicates()
    if read.nnz < LEAST_NONZEROS or read.shape[0] != read.shape[1]:
        return None
    rows = np.repeat(np.arange(read.shape[0], dtype=np.int64), np.diff(read.indptr))
    columns = read.indices.astype(np.int64)
    weights = 1.0 + (31 * np.minimum(rows, columns) + 17 * np.maximum(rows, columns)) % 255
    arrays = (weights, read.indices.astype(np.int32), read.indptr.astype(np.int32))
    return scipy.sparse.csr_array(arrays, shape=read.shape)


def median_ms(call, seconds):
    times = []
    end = time.perf_counter() + seconds
    while len(times) < 5 or (time.perf_counter() < end and len(times) < 2001):
        start = time.perf_counter()
        call()
        times.append(1e3 * (time.perf_counter() - start))
    return statistics.median(times)


def measure(path, given, answers):
    a = graph_of(path)
    if a is None:
        return None
    name = os.path.splitext(os.path.basename(path))[0]
    row = {"matrix": name, "rows": a.shape[0], "nonzeros": a.nnz}
    source = int(np.argmax(np.diff(a.indptr)))
    distances = csgraph.dijkstra(a, indices=source)
    hops = csgraph.dijkstra(a, indices=source, unweighted=True)
    searches = {"scipy_bfs_ms": lambda: csgraph.breadth_first_order(a, source, return_predecessors=True),
                "scipy_sssp_ms": lambda: csgraph.dijkstra(a, indices=source)}
    for _ in range(given.rounds):
        command = [given.program, "traversal", path, "--threads", f"1,{THREADS}", "--seconds", str(given.seconds),
                   "--answers", answers]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
        for answer, wanted, kind in (("distances", distances, np.float64), ("levels", hops, np.int32)):
            found = np.fromfile(os.path.join(answers, f"{name}.{answer}"), dtype=kind).astype(float)
            if answer == "levels":
                found[found < 0] = math.inf
            if not np.array_equal(found, wanted):
                sys.exit(f"{name}: {answer} differ from those of scipy")
        times = {who: median_ms(call, given.seconds) for who, call in searches.items()}
        for line in csv.DictReader(lines):
            for what in ("bfs", "sssp"):
                times[f"heddle_{line['threads']}_{what}_ms"] = float(line[f"{what}_ms"])
        for who, ms in times.items():
            row[who] = min(row.get(who, math.inf), ms)
    for what in ("bfs", "sssp"):
        row[f"{what}_one_thread_vs_scipy"] = row[f"scipy_{what}_ms"] / row[f"heddle_1_{what}_ms"]
        row[f"{what}_vs_scipy"] = row[f"scipy_{what}_ms"] / row[f"heddle_{THREADS}_{what}_ms"]
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--csv")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.1)
    given = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as answers:
        for path in sorted(given.files):
            row = measure(path, given, answers)
            if row is None:
                continue
            rows.append(row)
            print(" ".join(f"{k} {v:.5g}" if isinstance(v, float) else f"{v}" for k, v in row.items()), flush=True)
    for ratio in ("bfs_one_thread_vs_scipy", "bfs_vs_scipy", "sssp_one_thread_vs_scipy", "sssp_vs_scipy"):
        values = [row[ratio] for row in rows]
        print(f"{ratio}: geometric mean {statistics.geometric_mean(values):.3f}, least {min(values):.3f}")
    if given.csv:
        with open(given.csv, "w", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys())
            writer.writeheader()
            for row in rows:
                writer.writerow({k: f"{v:.5g}" if isinstance(v, float) else v for k, v in row.items()})


if __name__ == "__main__":
    main()
