#!/usr/bin/env python3
# plot_strategies.py - draws what `heddle strategies --csv` or bench_strategies measured, as SVG or PNG, and makes the
# tables of it in README.md and docs.
"""One bar a strategy, the fastest on top: the time of a search, with the part that overhead has in it shaded. Bars that
are far longer than the fastest leave the picture.

  bench/plot_strategies.py strategies.csv --output strategies.svg
  bench/plot_strategies.py rmat.csv road.csv --output strategies.png
  bench/plot_strategies.py bench/results/h200/bench_strategies.csv --method loop --output strategies.png
  bench/plot_strategies.py bench/results/h200/bench_strategies.csv --table bfs
  cd bench/results/h200 && ../../plot_strategies.py bench_strategies.csv bench_strategies_graph500.csv \
      bench_strategies_graph500_sssp.csv bench_strategies_loops.csv bench_strategies_wide.csv \
      --update ../../../docs/strategies.md
"""
import argparse
import csv
import os
import re
import sys

INK, BAR, OVERHEAD = "#222222", "#0072B2", "#E69F00"
LONGEST = 6  # bars, in those of the fastest


def read_rows(path):
    try:
        with open(path, newline="") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    except OSError as error:
        sys.exit(f"plot_strategies.py: {error}")
    if not rows or "strategy" not in rows[0] or "overhead_ms" not in rows[0]:
        sys.exit(f"plot_strategies.py: {path} is no table of `heddle strategies --csv`")
    return rows


def read_searches(path, method):
    """A list of rows for each graph, algorithm and way, the fastest strategy first; of one method where it is named."""
    searches = {}
    for row in read_rows(path):
        if method in (None, row.get("method", "loop")):
            way = row.get("method"), row.get("direction")
            searches.setdefault((row["graph"], row["algorithm"], *way), []).append(row)
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
    end = min(1.15 * times[-1], LONGEST * sorted(times)[1 if len(times) > 1 else 0])
    axes.set_xlim(0, end)
    for place, time in zip(places, times):
        axes.text(min(time, 0.92 * end), place, f" {three_digits(time)}", va="center", fontsize=7,
                  color=INK if time < 0.92 * end else "white")
    first = rows[0]
    axes.set_title(f"{first['algorithm']} of {os.path.basename(first['graph'])}: {int(first['vertices']):,} vertices, "
                   f"{int(first['edges']):,} edges; {first['device']}", fontsize=9, loc="left")


def three_digits(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def table(rows, algorithm):
    """Milliseconds of every strategy on every graph; the fastest of a graph marked, and with a star what was searched
    from fewer sources than others."""
    times, graphs, strategies, most = {}, {}, {}, {}
    for row in rows:
        if row["algorithm"] == algorithm:
            graph, sources = row["graph"], int(row.get("sources") or 1)
            times[row["strategy"], graph] = float(row["elapsed_ms"]), sources
            graphs[graph] = int(row["iterations"]) or graphs.get(graph, 0)
            most[graph] = max(most.get(graph, 1), sources)
            strategies[row["strategy"]] = None
    heads = [f"{graph}, {steps} steps" if steps else graph for graph, steps in graphs.items()]
    lines = ["| strategy | " + " | ".join(heads) + " |",
             "|---" * (1 + len(graphs)) + "|"]
    usual = ("direct", "auto")
    best = {graph: min((time for (name, of), (time, sources) in times.items()
                        if of == graph and sources == most[graph] and name not in usual), default=None)
            for graph in graphs}
    for name in strategies:
        cells = []
        for graph in graphs:
            time, sources = times.get((name, graph), (None, 0))
            fewer = sources < most[graph]
            mark = "**" if time == best[graph] and not fewer and name not in usual else ""
            cells.append("-" if time is None else f"{mark}{three_digits(time)}{mark}{'*' if fewer else ''}")
        lines.append(f"| {name if name == 'direct' else f'`{name}`'} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def chosen(rows, method, direction):
    """Those of a method and a direction; tables of loops may lack both columns."""
    return [row for row in rows if row.get("method", "loop") == method and row.get("direction", "push") == direction]


def update(path, rows):
    """Makes anew what stands between `<!-- begin: plot_strategies.py --table bfs -->` and the next end mark; of searches
    by `--table bfs --method direct --direction push`."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    text, found = re.subn(r"(<!-- begin: plot_strategies\.py --table (\w+)(?: --method (\w+) --direction (\w+))? -->\n)"
                          r".*?(<!-- end -->\n)",
                          lambda m: m[1] + table(chosen(rows, m[3] or "loop", m[4] or "push"), m[2]) + m[5], text,
                          flags=re.DOTALL)
    if not found:
        sys.exit(f"plot_strategies.py: {path} has no place for a table: <!-- begin: plot_strategies.py --table bfs -->")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="+", metavar="FILE", help="tables as CSV")
    parser.add_argument("--output", metavar="FILE", help="the picture, .svg or .png")
    parser.add_argument("--method", help="draw what was measured so: loop, direct, stepwise")
    parser.add_argument("--table", metavar="ALGORITHM", help="print milliseconds by strategy and graph")
    parser.add_argument("--update", nargs="+", metavar="PAGE", help="make the tables in these pages anew")
    options = parser.parse_args()
    searches = [rows for path in options.tables for rows in read_searches(path, options.method)]
    if options.table or options.update:
        in_order = [row for path in options.tables for row in read_rows(path)]
        if options.table:
            print(table(in_order, options.table), end="")
        for page in options.update or []:
            update(page, in_order)
        return
    if not options.output:
        parser.error("--output, --table or --update says what is wanted")
    try:
        import matplotlib
    except ImportError:
        sys.exit("plot_strategies.py: matplotlib is missing; on Debian or Ubuntu: apt-get install python3-matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    plt.rcParams.update({"svg.hashsalt": "heddle", "svg.fonttype": "none", "text.color": INK, "axes.spines.top": False,
                         "axes.spines.right": False, "legend.frameon": False})
    height = sum(0.22 * len(rows) + 1 for rows in searches)
    figure, all_axes = plt.subplots(len(searches), 1, figsize=(8, height), squeeze=False)
    for axes, rows in zip(all_axes[:, 0], searches):
        draw(axes, rows)
    all_axes[0, 0].legend(fontsize=8, loc="upper right", bbox_to_anchor=(1, 0.95))
    figure.tight_layout()
    figure.savefig(options.output, metadata={"Date": None} if options.output.endswith(".svg") else None)


if __name__ == "__main__":
    main()
