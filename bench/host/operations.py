#!/usr/bin/env python3
"""operations.py - operations on matrices on the CPU, in f64: heddle beside SuiteSparse:GraphBLAS.

usage: python3 -m venv /tmp/peers && /tmp/peers/bin/pip install scipy python-graphblas
       /tmp/peers/bin/python bench/host/operations.py build/bench_host FILE.mtx... [--csv OUT] [--rounds N]

Both make every result anew and finish it within the time: SuiteSparse's is waited for, since it may put off sorting.
Ratios are its time by heddle's. The number of entries and a checksum are compared before times count, each exact, as
all values are multiples of 1/64. Files that are not square are left out. What a time is: peers.py.
"""
import sys

import graphblas as gb
import numpy as np
from graphblas import Matrix, binary, monoid, select, semiring

import peers


def positions_of(n):
    """As operations.cpp: a quarter of all positions, those that come first by a hash of them."""
    key, word = np.arange(n, dtype=np.uint64), np.uint64(0xffffffff)
    key = ((key ^ (key >> np.uint64(16))) * np.uint64(0x85ebca6b)) & word
    key = ((key ^ (key >> np.uint64(13))) * np.uint64(0xc2b2ae35)) & word
    return np.argsort(key ^ (key >> np.uint64(16)), kind="stable")[:n // 4]


def waited_for(result):
    result.wait("materialize")
    return result


def masked_product(a):
    c = Matrix(float, a.nrows, a.ncols)
    c(a.S) << semiring.plus_pair(a @ a)
    return waited_for(c)


def operations_on(a):
    n = a.shape[0]
    matrix = gb.io.from_scipy_sparse(a)
    entries = a.tocoo()
    rows, columns = entries.row.astype(np.int64), entries.col.astype(np.int64)

    def part(left_out):
        kept = (rows + 2 * columns) % 3 != left_out
        return Matrix.from_coo(rows[kept], columns[kept], entries.data[kept], nrows=n, ncols=n)

    one, other, chosen = part(0), part(1), positions_of(n)
    rows_of_range, columns_of_range = slice(n // 8, n - n // 8), slice(n // 4, n - n // 4)
    for operand in (matrix, one, other):
        operand.wait("materialize")
    return {
        "mxm": lambda: waited_for(matrix.mxm(matrix, semiring.plus_times).new()),
        "mxm_masked": lambda: masked_product(matrix),
        "ewise_add": lambda: waited_for(one.ewise_add(other, binary.plus).new()),
        "ewise_mult": lambda: waited_for(one.ewise_mult(other, binary.times).new()),
        "reduce": lambda: matrix.reduce_scalar(monoid.plus).value,
        "reduce_rows": lambda: waited_for(matrix.reduce_rowwise(monoid.plus).new()),
        "transpose": lambda: waited_for(matrix.T.new()),
        "extract_range": lambda: waited_for(matrix[rows_of_range, columns_of_range].new()),
        "extract_list": lambda: waited_for(matrix[chosen, chosen].new()),
        "select_tril": lambda: waited_for(matrix.select(select.tril, 0).new()),
        "select_value": lambda: waited_for(matrix.select(select.valuegt, 1.5).new()),
    }


def answer_of(result):
    if isinstance(result, float):
        return 1, result
    if isinstance(result, Matrix):
        rows, columns, values = result.to_coo(sort=False)
    else:
        rows, values = result.to_coo(sort=False)
        columns = np.zeros_like(rows)
    weights = 1 + (31 * rows.astype(np.int64) + 17 * columns.astype(np.int64)) % 64
    return len(values), float((values * weights).sum())


def measure(path, given, answers):
    a = peers.matrix_of(path, lambda i, j: 1 + ((31 * i + 17 * j) % 8) / 8)
    if a is None or a.shape[0] != a.shape[1]:
        return None
    calls = operations_on(a)
    table = {operation: {"matrix": peers.name_of(path), "nonzeros": a.nnz, "operation": operation}
             for operation in calls}
    for _ in range(given.rounds):
        found = peers.heddle_lines("operations", path, given, answers)
        for operation, call in calls.items():
            row = table[operation]
            if "entries" not in row:
                row["entries"], row["checksum"] = answer_of(call())
            lines = [line for line in found if line["operation"] == operation]
            for line in lines:
                if (int(line["entries"]), float(line["checksum"])) != (row["entries"], row["checksum"]):
                    sys.exit(f"{path}: {operation} of heddle with {line['threads']} threads differs from GraphBLAS")
            times = {f"heddle_{line['threads']}_ms": float(line["ms"]) for line in lines}
            for threads in (1, peers.THREADS):
                gb.ss.config["nthreads"] = threads
                times[f"graphblas_{threads}_ms"] = 1e3 * peers.median_seconds(call, given.seconds, 3)
            peers.keep_least(row, times)
    for row in table.values():
        del row["checksum"]
        for threads in (1, peers.THREADS):
            row[f"vs_graphblas_{threads}"] = row[f"graphblas_{threads}_ms"] / row[f"heddle_{threads}_ms"]
    return list(table.values())


if __name__ == "__main__":
    peers.compare(__doc__, measure, [f"vs_graphblas_{threads}" for threads in (1, peers.THREADS)], seconds=0.2,
                  by="operation")
