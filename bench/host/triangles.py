#!/usr/bin/env python3
"""triangles.py - triangles on the CPU: heddle beside SuiteSparse:GraphBLAS, by the methods of LAGraph.

usage: python3 -m venv /tmp/peers && /tmp/peers/bin/pip install scipy python-graphblas
       /tmp/peers/bin/python bench/host/triangles.py build/heddle FILE.mtx... [--csv OUT] [--rounds N]

Both begin with the pattern as it is stored and prepare it within the time: SuiteSparse's is made symmetric where it is
not, then C<L> = L U^T (lut), the same with vertices by falling degree (sorted), and C<L> = L L (ll), the sum in each.
Files that are not square are left out. Counts are compared before times count. What a time is: peers.py.
"""
import json
import os
import subprocess
import sys

import graphblas as gb
import numpy as np
from graphblas import Matrix, monoid, select, semiring, unary

import peers

METHODS = ("lut", "sorted", "ll")


def count(stored, symmetric, method):
    a = stored if symmetric else stored.ewise_add(stored.T, monoid.lor).new()
    if method == "sorted":
        degrees = a.apply(unary.one["INT64"]).reduce_rowwise(monoid.plus).new().to_dense(0)
        order = np.argsort(-degrees, kind="stable")
        a = a[order, order].new()
    lower = a.select(select.tril, -1).new()
    c = Matrix("INT64", a.nrows, a.ncols)
    if method == "ll":
        c(lower.S) << semiring.plus_pair(lower @ lower)
    else:
        c(lower.S) << semiring.plus_pair(lower @ a.select(select.triu, 1).new().T)
    return int(c.reduce_scalar(monoid.plus).value or 0)


def heddle(path, given, threads):
    environment = os.environ | {"HEDDLE_NUM_THREADS": str(threads)}
    command = [given.program, "triangles", path, "--device", "host", "--json", "--repeat", "9"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout)


def measure(path, given, _):
    a = peers.matrix_of(path, lambda i, j: np.ones(i.size))
    if a is None or a.shape[0] != a.shape[1]:
        return None
    with open(path) as file:
        symmetric = "symmetric" in file.readline()
    entries = a.tocoo()
    stored = Matrix.from_coo(entries.row, entries.col, True, nrows=a.shape[0], ncols=a.shape[1], dtype=bool)
    row = {"matrix": peers.name_of(path), "rows": a.shape[0], "nonzeros": a.nnz}
    for _ in range(given.rounds):
        for threads in (1, peers.THREADS):
            gb.ss.config["nthreads"] = threads
            found = heddle(path, given, threads)
            row["triangles"] = found["triangles"]
            times = {f"heddle_{threads}_ms": float(found["elapsed_ms"])}
            for method in METHODS:
                if count(stored, symmetric, method) != found["triangles"]:
                    sys.exit(f"{path}: {method} counts otherwise")
                seconds = peers.median_seconds(lambda: count(stored, symmetric, method), given.seconds, 3)
                times[f"suitesparse_{threads}_{method}_ms"] = 1e3 * seconds
            peers.keep_least(row, times)
    for threads in (1, peers.THREADS):
        best = min(row[f"suitesparse_{threads}_{method}_ms"] for method in METHODS)
        row[f"vs_suitesparse_{threads}"] = best / row[f"heddle_{threads}_ms"]
    return row


if __name__ == "__main__":
    peers.compare(__doc__, measure, [f"vs_suitesparse_{threads}" for threads in (1, peers.THREADS)], seconds=0.2)
