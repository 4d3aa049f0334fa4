#!/usr/bin/env python3
# plot_strategies.py - draws what `heddle strategies --csv` or bench_strategies measured, as SVG or PNG.
"""One bar a strategy, the fastest on top: the time of a search, with the part that overhead has in it shaded.

  bench/plot_strategies.py strategies.csv --output strategies.svg
  bench/plot_strategies.py rmat.csv road.csv --output strategies.png
  bench/plot_strategies.py bench/results/h200/bench_strategies.csv --output strategies.png
"""
import argparse
import csv
import os
import sys

INK, BAR, OVERHEAD = "#222222", "#0072B2", "#E69F00"


def read_searches(path):
    """A list of rows for each graph and algorithm, the fastest strategy first."""
    try:
        with open(path, newline="") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    except OSError as error:
        sys.exit(f"plot_strategies.py: {error}")
    if not rows or "strategy" not in rows[0] or "overhead_ms" not in rows[0]:
        sys.exit(f"plot_strategies.py: {path} is no table of `heddle strategies --csv`")
    searches = {}
    for row in rows:
        searches.setdefault((row["graph"], row["algorithm"]), []).append(row)
    return [sorted(each, key=lambda row: float(row["elapsed_ms"])) for each in searches.values()]


def draw(axes, rows):
    times = [float(row["elapsed_ms"]) for row in rows]
    shares = []
    for row in rows:
        overhead, traversal = float(row["overhead_ms"]), float(row["traversal_ms"])
        shares.append(overhead / (overhead + traversal) if overhead + traversal > 0 else 0)
    places = range(len(rows))
    axes.barh(places, times, color=BAR, label="walking edges, and the rest of the loop")
    axes.barh(places, [t * s for t, s in zip(times, shares)], color=OVERHEAD, label="overhead of the strategy")
    axes.set_yticks(list(places))
    axes.set_yticklabels([row["strategy"] for row in rows], fontsize=8)
    axes.invert_yaxis()
    axes.set_xlabel("ms")
    first = rows[0]
    axes.set_title(f"{first['algorithm']} of {os.path.basename(first['graph'])}: {int(first['vertices']):,} vertices, "
                   f"{int(first['edges']):,} edges; {first['device']}", fontsize=9, loc="left")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="+", metavar="FILE", help="tables as CSV")
    parser.add_argument("--output", required=True, metavar="FILE", help="the picture, .svg or .png")
    options = parser.parse_args()
    tables = [rows for path in options.tables for rows in read_searches(path)]
    try:
        import matplotlib
    except ImportError:
        sys.exit("plot_strategies.py: matplotlib is missing; on Debian or Ubuntu: apt-get install python3-matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    plt.rcParams.update({"svg.hashsalt": "heddle", "text.color": INK, "axes.spines.top": False,
                         "axes.spines.right": False, "legend.frameon": False})
    height = sum(0.22 * len(rows) + 1 for rows in tables)
    figure, all_axes = plt.subplots(len(tables), 1, figsize=(8, height), squeeze=False)
    for axes, rows in zip(all_axes[:, 0], tables):
        draw(axes, rows)
    all_axes[0, 0].legend(fontsize=8, loc="lower right")
    figure.tight_layout()
    figure.savefig(options.output, metadata={"Date": None} if options.output.endswith(".svg") else None)


if __name__ == "__main__":
    main()
