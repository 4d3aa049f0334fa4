#!/usr/bin/env python3
"""elementwise.py - element-wise operations on vectors on the CPU: heddle beside numpy, and PageRank by operations beside
ten lines of scipy.

usage: python3 -m venv /tmp/peers && /tmp/peers/bin/pip install scipy
       /tmp/peers/bin/python bench/host/elementwise.py build/bench_host [--csv OUT] [--rounds N] [--seconds S]

Both write into memory that is there: numpy by `out=`, or `where=` for vectors that lack entries. A time is the least of
all calls, in turns of the two: what else runs on the machine only adds. numpy has one thread. Ratios are its time by
heddle's. Checksums are compared, each exact, where the answer is one of numbers; what has none was tested elsewhere.
"""
import argparse
import csv
import math
import statistics
import subprocess
import sys
import time

import numpy as np
import scipy.sparse

THREADS = 2


def elements(n, factor, kind):
    values = (factor * np.arange(n, dtype=np.int64)) % 64 - 31
    return values.astype(kind) if np.issubdtype(kind, np.integer) else (values / 8).astype(kind)


def present(n, factor, per_cent):
    word = np.uint64(0xffffffff)
    key = (np.arange(n, dtype=np.uint64) * np.uint64(factor)) & word
    key = ((key ^ (key >> np.uint64(16))) * np.uint64(0x85ebca6b)) & word
    key = ((key ^ (key >> np.uint64(13))) * np.uint64(0xc2b2ae35)) & word
    return (key ^ (key >> np.uint64(16))) % np.uint64(100) < np.uint64(per_cent)


def checksum(values, where=None):
    weights = 1 + np.arange(len(values)) % 64
    products = values.astype(np.float64) * weights
    return float(products.sum() if where is None else products[where].sum())


def calls_of(n):
    """operation: (call, its checksum or None)."""
    calls = {}

    def add(name, call, answer):
        calls[name] = (call, answer)

    for name, kind in (("f64", np.float64), ("f32", np.float32), ("i32", np.int32), ("i64", np.int64)):
        u, v, w, one_bit = elements(n, 31, kind), elements(n, 17, kind), np.empty(n, kind), np.empty(n, bool)
        sums, three = u.copy(), kind(3)
        least = np.fmin if np.issubdtype(kind, np.floating) else np.minimum
        for operation, function in (("times", np.multiply), ("minus", np.subtract), ("minimum", least)):
            add(f"{operation} {name}", lambda f=function, u=u, v=v, w=w: f(u, v, out=w), checksum(function(u, v)))
        add(f"less {name}", lambda u=u, v=v, w=one_bit: np.less(u, v, out=w), checksum(u < v))
        add(f"absolute {name}", lambda u=u, w=w: np.abs(u, out=w), checksum(np.abs(u)))
        add(f"scaled {name}", lambda u=u, w=w, s=three: np.multiply(u, s, out=w), checksum(u * three))
        add(f"assign {name}", lambda u=u, w=w: np.copyto(w, u), checksum(u))
        add(f"assign scalar {name}", lambda w=w: w.fill(3), checksum(np.full(n, 3)))
        add(f"accumulate {name}", lambda s=sums, v=v: np.add(s, v, out=s), None)
        add(f"least {name}", lambda u=u: u.min(), float(u.min()))
        if np.issubdtype(kind, np.integer):
            add(f"sum {name}", lambda u=u, k=kind: u.sum(dtype=k), float(u.sum(dtype=kind)))
    u, i = elements(n, 31, np.float64), elements(n, 31, np.int32)
    for name, given, kind in (("f64 to f32", u, np.float32), ("i32 to f64", i, np.float64), ("f64 to i32", u, np.int32)):
        w = np.empty(n, kind)
        add(f"cast {name}", lambda w=w, g=given: np.copyto(w, g, casting="unsafe"), checksum(given.astype(kind)))
    for per_cent in (50, 95):
        add_bitmaps(add, n, per_cent)
    at, w = ((np.arange(n, dtype=np.int64) * 7919) % n).astype(np.int32), np.empty(n)
    add("gather", lambda: np.take(u, at, out=w, mode="clip"), checksum(u[at]))
    add("scatter", lambda: np.bincount(at, weights=u, minlength=n), checksum(np.bincount(at, weights=u, minlength=n)))
    if n == 264346:
        add("pagerank", ranks(n), None)
    return calls


def add_bitmaps(add, n, per_cent):
    u, v = elements(n, 31, np.float64), elements(n, 17, np.float64)
    in_u, in_v = present(n, 31, per_cent), present(n, 17, per_cent)
    w, in_w, kept = np.empty(n), np.empty(n, bool), u.copy()
    of = f" of {per_cent} %"

    def times():
        np.logical_and(in_u, in_v, out=in_w)
        np.multiply(u, v, out=w, where=in_w)

    def minus():
        np.logical_or(in_u, in_v, out=in_w)
        np.copyto(w, u, where=in_u)
        np.copyto(w, v, where=in_v)
        np.subtract(u, v, out=w, where=in_u & in_v)

    def absolute():
        np.copyto(in_w, in_u)
        np.abs(u, out=w, where=in_u)

    def select():
        np.greater(u, 0, out=in_w)
        np.copyto(w, u)

    both, difference = in_u & in_v, np.where(in_u, np.where(in_v, u - v, u), v)
    add("times" + of, times, checksum(u * v, both))
    add("minus" + of, minus, checksum(difference, in_u | in_v))
    add("absolute" + of, absolute, checksum(np.abs(u), in_u))
    add("assign under a mask" + of, lambda: np.copyto(kept, u, where=in_u), checksum(u))
    if per_cent == 50:
        add("select", select, checksum(u, u > 0))


def ranks(n):
    i, k = np.repeat(np.arange(n, dtype=np.int64), 8), np.tile(np.arange(8, dtype=np.int64), n)
    to = (i * 1103515245 + k * 12345677 + 12345) % n
    a = scipy.sparse.csr_array((np.ones(len(i)), (i, to)), shape=(n, n))
    into, shares = a.T.tocsr(), 1 / a.sum(axis=1)

    def pagerank():
        rank = np.full(n, 1 / n)
        for _ in range(20):
            following = 0.85 * (into @ (rank * shares)) + 0.15 / n
            if np.abs(following - rank).sum() < 0:
                break
            rank = following
        return rank

    return pagerank


def least_us(call, seconds):
    best, end, done = math.inf, time.perf_counter() + seconds, 0
    while done < 15 or (time.perf_counter() < end and done < 20001):
        start = time.perf_counter()
        call()
        best, done = min(best, time.perf_counter() - start), done + 1
    return 1e6 * best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--csv")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.05)
    given = parser.parse_args()
    table, calls = {}, {}
    for _ in range(given.rounds):
        command = [given.program, "elementwise", "--threads", f"1,{THREADS}", "--seconds", str(given.seconds)]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        for line in csv.DictReader(output.splitlines()):
            n, operation = int(line["size"]), line["operation"]
            calls.setdefault(n, calls_of(n) if n not in calls else None)
            row = table.setdefault((n, operation), {"size": n, "operation": operation})
            answer = calls[n][operation][1]
            if answer is not None and float(line["checksum"]) != answer:
                sys.exit(f"{operation} of {n}: heddle's checksum is {line['checksum']}, numpy's {answer}")
            column = f"heddle_{line['threads']}_us"
            row[column] = min(row.get(column, math.inf), float(line["us"]))
        for (n, operation), row in table.items():
            row["numpy_us"] = min(row.get("numpy_us", math.inf), least_us(calls[n][operation][0], given.seconds))
    for row in table.values():
        for threads in (1, THREADS):
            row[f"vs_numpy_{threads}"] = row["numpy_us"] / row[f"heddle_{threads}_us"]
        print(" ".join(f"{column} {value:.4g}" if isinstance(value, float) else f"{column} {value}"
                       for column, value in row.items()))
    for n in dict.fromkeys(row["size"] for row in table.values()):
        for threads in (1, THREADS):
            values = [row[f"vs_numpy_{threads}"] for row in table.values() if row["size"] == n]
            print(f"{n}, {threads} threads: geometric mean {statistics.geometric_mean(values):.3f}, "
                  f"least {min(values):.3f}")
    if given.csv:
        with open(given.csv, "w", newline="") as file:
            writer = csv.DictWriter(file, next(iter(table.values())))
            writer.writeheader()
            for row in table.values():
                writer.writerow({c: f"{x:.5g}" if isinstance(x, float) else x for c, x in row.items()})


if __name__ == "__main__":
    main()
