#!/usr/bin/env python3
"""topics.py - the pages of the reference: which header stands on which.

    docs/site/topics.py     says which public headers stand on no page, and which docstrings of theirs are too long

A pattern is a path in the repository, `*` any part of a name. Headers stand on a page in the order of the patterns."""
import sys
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/structure"))
from house_names import all_names  # noqa: E402
from public_names import PUBLIC  # noqa: E402

MOST = 14  # lines of a docstring

TOPICS = {
    "containers": ("containers", "Vectors, matrices and scalars, what they are made of and what a call is told beside them.", (
        "include/heddle/vector.hpp", "include/heddle/matrix.hpp", "include/heddle/dense_matrix.hpp",
        "include/heddle/scalar.hpp", "include/heddle/entries.hpp", "include/heddle/print*.hpp",
        "include/heddle/index_set.hpp", "include/heddle/base/mask.hpp", "include/heddle/descriptor.hpp",
        "include/heddle/base/arrays.hpp", "include/heddle/base/memory.hpp", "include/heddle/detail/storage/*.hpp")),
    "operations": ("operations", "Every operation. [Operations](../operations.md) has an example of each.", (
        "ops/mxv/*.hpp", "ops/vxm/*.hpp", "ops/mxm/*.hpp", "ops/spmm/*.hpp", "ops/sddmm/*.hpp", "ops/spmv/*.hpp",
        "ops/fixpoint/*.hpp", "ops/reduce/*.hpp", "ops/ewise/*.hpp", "ops/apply/apply.hpp", "ops/apply/bind.hpp",
        "ops/apply/cast.hpp", "ops/select/*.hpp", "ops/extract/*.hpp", "ops/assign/*.hpp", "ops/subassign/*.hpp",
        "ops/gather/*.hpp", "ops/scatter/*.hpp", "ops/transpose/*.hpp", "ops/kronecker/*.hpp", "ops/diag/*.hpp",
        "ops/expand/*.hpp", "ops/relabel/*.hpp", "ops/arg*/*.hpp", "ops/group*/*.hpp")),
    "algorithms": ("algorithms", "Searches, paths, components, ranks, triangles.", (
        "include/heddle/algorithms/*.hpp",)),
    "semirings": ("operators, monoids and semirings", "The algebra. [Semirings](../semirings.md) has them in one table.", (
        "semirings/semirings.hpp", "semirings/monoids.hpp", "semirings/operators.hpp", "semirings/unary.hpp",
        "ops/apply/functions.hpp", "semirings/index_operators.hpp", "semirings/*.hpp")),
    "io": ("files and generators", "What is read, written, saved and drawn.", ("include/heddle/io/*.hpp",)),
    "running": ("executors, errors, types", "Where work runs, what is thrown, loops that stay on the GPU.", (
        "include/heddle/base/executor.hpp", "include/heddle/base/error.hpp", "include/heddle/base/types.hpp",
        "include/heddle/base/half.hpp", "include/heddle/base/version.hpp", "include/heddle/base/std.hpp",
        "include/heddle/device_loop.hpp", "include/heddle/explain.hpp")),
    "distributed": ("several ranks", "Matrices and vectors that are dealt out. [Several ranks](../ranks.md) shows how.", (
        "include/heddle/distributed/ranks/*.hpp", "include/heddle/distributed/*.hpp",
        "include/heddle/distributed/operations/*.hpp")),
    "schedules": ("schedules and strategies", "How work is shared out. [Schedules](../schedules.md) tells when to take which.", (
        "include/heddle/seam/schedule/*.hpp", "include/heddle/seam/strategy/*.hpp",
        "include/heddle/seam/plan/compact.hpp", "include/heddle/seam/plan/locality.hpp")),
    "seam": ("the kit", "What kernels, formats and walks of one's own are made of. [The kit](../kit.md) shows how.", (
        "include/heddle/seam/tiles/*.hpp", "include/heddle/seam/plan/*.hpp", "include/heddle/seam/walk/*.hpp",
        "include/heddle/seam/drivers/*.hpp", "include/heddle/seam/*.hpp", "include/heddle/seam/*.cuh")),
}


def public_headers():
    """{path: public names} of the headers in the repository."""
    names, headers = all_names(), {}
    for namespace in PUBLIC:
        for name, files in names.get(namespace, {}).items():
            for file in files:
                headers.setdefault(file, set()).add(f"{namespace}::{name}")
    return headers


def pages():
    """{topic: headers in their order}: the first pattern that matches a header has it."""
    left, placed = sorted(public_headers()), {}
    for topic, (_, _, patterns) in TOPICS.items():
        placed[topic] = []
        for pattern in patterns:
            here = [path for path in left if fnmatch(path, pattern) and path.count("/") == pattern.count("/")]
            placed[topic] += here
            left = [path for path in left if path not in here]
    return placed, left


def long_docstrings(path):
    """Where docstrings of more than MOST lines begin."""
    lines, begin = (ROOT / path).read_text().split("\n"), None
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("///"):
            begin = begin or number
        else:
            if begin and number - begin > MOST:
                yield f"{path}:{begin}: a docstring of {number - begin} lines, {MOST} are the most; a page has room for more"
            begin = None


def main():
    placed, left = pages()
    wrong = [f"{path} stands on no page of the reference: docs/site/topics.py has the patterns" for path in left]
    wrong += [long for headers in placed.values() for path in headers for long in long_docstrings(path)]
    print("\n".join(wrong) or "every public header stands on a page of the reference, and no docstring is too long")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
