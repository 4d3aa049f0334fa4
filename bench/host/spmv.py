#!/usr/bin/env python3
"""spmv.py - y = A x in f64 on the CPU: heddle beside scipy.sparse (serial) and SuiteSparse:GraphBLAS (two threads).

usage: python3 -m venv /tmp/peers && /tmp/peers/bin/pip install scipy python-graphblas
       /tmp/peers/bin/python bench/host/spmv.py build/bench_host FILE.mtx... [--csv OUT] [--rounds N]

Every y is compared before times count. Which files are taken, and what a time is: peers.py.
"""
import os
import sys

import graphblas as gb
import numpy as np

import peers


def require_same(name, who, y, wanted):
    if not np.all(np.abs(y - wanted) <= 1e-12 * np.abs(wanted)):
        sys.exit(f"{name}: the product of {who} differs from that of scipy")


def measure(path, given, answers):
    a = peers.matrix_of(path, lambda i, j: 0.5 + ((31 * i + 17 * j) % 64) / 64)
    if a is None:
        return None
    name = peers.name_of(path)
    x = 1 + (np.arange(a.shape[1]) % 7) / 8
    matrix = gb.io.from_scipy_sparse(a)
    operand, result = gb.Vector.from_dense(x), gb.Vector(float, a.shape[0])
    multiply = gb.semiring.plus_times

    def graphblas():
        result << multiply(matrix @ operand)

    row = {"matrix": name, "rows": a.shape[0], "nonzeros": a.nnz}
    wanted = a @ x
    for _ in range(given.rounds):
        lines = peers.heddle_lines("spmv", path, given, answers)
        require_same(name, "heddle", np.fromfile(os.path.join(answers, name + ".f64")), wanted)
        times = {f"heddle_{line['threads']}_us": float(line["us"]) for line in lines}
        times["scipy_us"] = 1e6 * peers.median_seconds(lambda: a @ x, given.seconds, 15)
        times["graphblas_us"] = 1e6 * peers.median_seconds(graphblas, given.seconds, 15)
        require_same(name, "GraphBLAS", result.to_dense(fill_value=0.0), wanted)
        peers.keep_least(row, times)
    ours = row[f"heddle_{peers.THREADS}_us"]
    row["one_thread_vs_scipy"] = row["scipy_us"] / row["heddle_1_us"]
    row["vs_scipy"] = row["scipy_us"] / ours
    row["vs_graphblas"] = row["graphblas_us"] / ours
    return row


if __name__ == "__main__":
    gb.ss.config["nthreads"] = peers.THREADS
    peers.compare(__doc__, measure, ("one_thread_vs_scipy", "vs_scipy", "vs_graphblas"), seconds=0.2)
