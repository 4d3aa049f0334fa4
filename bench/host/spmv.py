#!/usr/bin/env python3
"""spmv.py - y = A x in f64 on the CPU: heddle beside scipy.sparse (serial) and SuiteSparse:GraphBLAS (two threads).

usage: python3 -m venv /tmp/peers && /tmp/peers/bin/pip install scipy python-graphblas
       /tmp/peers/bin/python bench/host/spmv.py build/bench_host FILE.mtx... [--csv OUT] [--rounds N]

Files below 100,000 nonzeros and complex ones are left out. Values follow from positions, as bench/host/host.hpp says, so
all have the same matrix; every y is compared before times count. A time is the least of the rounds' medians of calls:
what else runs on the machine only adds.
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

import graphblas as gb
import numpy as np
import scipy.io
import scipy.sparse

LEAST_NONZEROS = 100_000
THREADS = 2


def matrix_of(path):
    """The file's pattern with the values that bench_host gives it; None for what is left out."""
    with open(path) as file:
        if "complex" in file.readline():
            return None
    read = scipy.io.mmread(path, spmatrix=False).tocsr()
    read.sum_duplicates()
    if read.nnz < LEAST_NONZEROS:
        return None
    rows = np.repeat(np.arange(read.shape[0], dtype=np.int64), np.diff(read.indptr))
    values = 0.5 + ((31 * rows + 17 * read.indices.astype(np.int64)) % 64) / 64
    arrays = (values, read.indices.astype(np.int32), read.indptr.astype(np.int32))
    return scipy.sparse.csr_array(arrays, shape=read.shape)


def median_us(call, seconds):
    times = []
    end = time.perf_counter() + seconds
    while len(times) < 15 or (time.perf_counter() < end and len(times) < 2001):
        start = time.perf_counter()
        call()
        times.append(1e6 * (time.perf_counter() - start))
    return statistics.median(times)


def heddle_us(program, path, seconds, answers):
    """{threads: us}, and y."""
    command = [program, "spmv", path, "--threads", f"1,{THREADS}", "--seconds", str(seconds), "--answers", answers]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    times = {int(row["threads"]): float(row["us"]) for row in csv.DictReader(lines)}
    name = os.path.splitext(os.path.basename(path))[0]
    return times, np.fromfile(os.path.join(answers, name + ".f64"))


def require_same(name, who, y, wanted):
    if not np.all(np.abs(y - wanted) <= 1e-12 * np.abs(wanted)):
        sys.exit(f"{name}: the product of {who} differs from that of scipy")


def measure(path, given, answers):
    a = matrix_of(path)
    if a is None:
        return None
    name = os.path.splitext(os.path.basename(path))[0]
    x = 1 + (np.arange(a.shape[1]) % 7) / 8
    matrix = gb.io.from_scipy_sparse(a)
    operand, result = gb.Vector.from_dense(x), gb.Vector(float, a.shape[0])
    multiply = gb.semiring.plus_times

    def graphblas():
        result << multiply(matrix @ operand)

    row = {"matrix": name, "rows": a.shape[0], "nonzeros": a.nnz}
    wanted = a @ x
    for _ in range(given.rounds):
        times, y = heddle_us(given.program, path, given.seconds, answers)
        require_same(name, "heddle", y, wanted)
        times["scipy"] = median_us(lambda: a @ x, given.seconds)
        times["graphblas"] = median_us(graphblas, given.seconds)
        require_same(name, "GraphBLAS", result.to_dense(fill_value=0.0), wanted)
        for who, us in times.items():
            column = f"{'heddle_' if isinstance(who, int) else ''}{who}_us"
            row[column] = min(row.get(column, math.inf), us)
    row["one_thread_vs_scipy"] = row["scipy_us"] / row["heddle_1_us"]
    row["vs_scipy"] = row["scipy_us"] / row[f"heddle_{THREADS}_us"]
    row["vs_graphblas"] = row["graphblas_us"] / row[f"heddle_{THREADS}_us"]
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--csv")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.2)
    given = parser.parse_args()
    gb.ss.config["nthreads"] = THREADS
    rows = []
    with tempfile.TemporaryDirectory() as answers:
        for path in sorted(given.files):
            row = measure(path, given, answers)
            if row is None:
                continue
            rows.append(row)
            print(" ".join(f"{k} {v:.5g}" if isinstance(v, float) else f"{v}" for k, v in row.items()), flush=True)
    for ratio in ("one_thread_vs_scipy", "vs_scipy", "vs_graphblas"):
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
