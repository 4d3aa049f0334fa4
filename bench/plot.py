#!/usr/bin/env python3
# plot.py - draws what bench_spmv measured, as SVG and PNG, and makes the tables of it in docs/measurements.md.
"""Reads the CSV files of bench_spmv (or of `heddle spmv --csv` with the same columns).

  bench/plot.py bench/results/h200/bench_spmv.csv --output bench/results/h200/plots
  bench/plot.py bench/results/h200/bench_spmv.csv --table
  bench/plot.py bench/results/h200/bench_spmv.csv --update docs/measurements.md
  bench/plot.py bench/results/h200/bench_spmmop.csv --table
"""
import argparse
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from log_axes import count_label, factor_label, quiet_log_axis, time_label  # noqa: E402
from spmv_times import (geomean, in_order, print_matrices, print_semirings, print_tables, read_lines,  # noqa: E402
                        read_times, source_line, title_of, update_tables)

# Okabe & Ito's palette, which readers with any colour vision tell apart; the markers say the same once more.
INK, MUTED = "#222222", "#6f6f6f"
CLASSES = {  # in the order in which they are listed
    "regular": ("#0072B2", "o"),
    "random": ("#E69F00", "s"),
    "uneven": ("#E69F00", "s"),  # the tool's word, which sees the lengths of rows only
    "power_law": ("#D55E00", "^"),
    "skewed": ("#009E73", "D"),
    "lp": ("#56B4E9", "P"),
    "small": ("#CC79A7", "v"),
    "other": (MUTED, "o"),
}
LINES = {  # schedules that the landscape shows in colour; the others are grey
    "auto": INK,
    "merge_path": "#0072B2",
    "nonzero_split": "#56B4E9",
    "thread_mapped": "#D55E00",
    "group_mapped": "#009E73",
    "block_mapped": "#CC79A7",
    "binned": "#E69F00",
}


# --- pictures ---------------------------------------------------------------------------------------------------------

def load_matplotlib():
    try:
        import matplotlib
    except ImportError:
        sys.exit("plot.py: matplotlib is missing; on Debian or Ubuntu: apt-get install python3-matplotlib, and run\n"
                 "         this with /usr/bin/python3 where another python3 comes first")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    plt.rcParams.update({
        "font.family": "sans-serif", "font.size": 10, "text.color": INK, "axes.edgecolor": MUTED,
        "axes.labelcolor": INK, "axes.titlesize": 11, "axes.titleweight": "bold", "axes.titlelocation": "left",
        "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True, "xtick.color": MUTED,
        "ytick.color": MUTED, "grid.color": "#ececec", "grid.linewidth": 0.8, "svg.hashsalt": "heddle",
        "svg.fonttype": "path", "figure.facecolor": "white", "legend.frameon": False,
    })
    return plt


def finish(plt, figure, caption, folder, name, title, subtitle):
    height = figure.get_size_inches()[1]
    figure.suptitle(title, x=0.012, y=1 - 0.12 / height, ha="left", va="top", fontsize=14, fontweight="bold")
    figure.text(0.012, 1 - 0.42 / height, subtitle, ha="left", va="top", fontsize=10, color=MUTED)
    figure.text(0.012, 0.08 / height, caption, ha="left", va="bottom", fontsize=8, color=MUTED)
    for ending in ("svg", "png"):
        path = os.path.join(folder, f"{name}.{ending}")
        figure.savefig(path, dpi=160, metadata={"Date": None} if ending == "svg" else None)
        print(path)
    plt.close(figure)


def panels(plt, count, width=11, height=5.6, legend=False, **options):
    figure, axes = plt.subplots(1, count, figsize=(width, height), squeeze=False, **options)
    top = 1 - (1.3 if legend else 1.05) / height
    figure.subplots_adjust(left=0.95 / width, right=1 - 0.15 / width, top=top, bottom=0.85 / height, wspace=0.12)
    return figure, axes[0]


def median_line(points):
    """Geometric means of times in halves of a decade of nonzeros."""
    groups = {}
    for nnz, time in points:
        groups.setdefault(round(2 * math.log10(nnz)), []).append((nnz, time))
    return [(geomean([p[0] for p in g]), geomean([p[1] for p in g])) for _, g in sorted(groups.items())]


def spaced(labels, least):
    """Moves (height, ...) apart, in units of the axis, keeping their order."""
    labels = sorted(labels, key=lambda label: label[0])
    heights = [label[0] for label in labels]
    for _ in range(200):
        moved = False
        for i in range(1, len(heights)):
            gap = heights[i] - heights[i - 1]
            if gap < least - 1e-9:
                heights[i - 1] -= (least - gap) / 2
                heights[i] += (least - gap) / 2
                moved = True
        if not moved:
            break
    return [(height, *label[1:]) for height, label in zip(heights, labels)]


def draw_runtime(plt, rows, caption, folder):
    rows = [r for r in rows if not r["no_values"]]
    types = sorted({r["type"] for r in rows})
    figure, axes = panels(plt, len(types), sharey=True)
    for ax, kind in zip(axes, types):
        mine = [r for r in rows if r["type"] == kind]
        ends = []
        for schedule in in_order({r["schedule"] for r in mine}, LINES):
            points = [(r["nnz"], r["time_us"]) for r in mine if r["schedule"] == schedule]
            shown = schedule in LINES
            colour = LINES.get(schedule, "#bdbdbd")
            front = 4 if schedule == "auto" else 3 if shown else 1
            ax.scatter(*zip(*points), s=11, color=colour, alpha=0.45 if shown else 0.3, linewidths=0, zorder=front)
            line = median_line(points)
            ax.plot(*zip(*line), color=colour, lw=2.4 if schedule == "auto" else 1.5 if shown else 0.8, zorder=front)
            if shown:
                ends.append((line[-1][1], schedule, colour))
        rival = sorted({(r["nnz"], r["cusparse_us"]) for r in mine if r["cusparse_us"] > 0})
        if rival:
            line = median_line(rival)
            ax.plot(*zip(*line), color=INK, lw=1.6, ls=(0, (1, 1.6)), zorder=5)
            ends.append((line[-1][1], "cuSPARSE's best", INK))
        ax.set_xscale("log")
        ax.set_yscale("log")
        ax.grid(True)
        low, high = min(r["nnz"] for r in mine), max(r["nnz"] for r in mine)
        ax.set_xlim(low / 1.5, high * max(12, (high / low) ** 0.38))
        quiet_log_axis(ax.xaxis, count_label, [10.0**e for e in range(2, 10) if low / 1.5 <= 10.0**e <= high * 1.5])
        quiet_log_axis(ax.yaxis, time_label)
        ax.set_title({"f32": "32-bit floats", "f64": "64-bit floats"}.get(kind, kind))
        ax.set_xlabel("nonzeros")
        bottom, top = ax.get_ylim()
        least = 0.045 * math.log10(top / bottom)
        for height, time, name, colour in spaced([(math.log10(t), t, n, c) for t, n, c in ends], least):
            ax.annotate(name, xy=(high * 1.1, time), xytext=(high * (high / low) ** 0.06, 10**height), color=colour,
                        va="center", fontsize=8.5, fontweight="bold" if name == "auto" else "normal",
                        arrowprops={"arrowstyle": "-", "color": colour, "lw": 0.6, "shrinkA": 0, "shrinkB": 0})
    axes[0].set_ylabel("time of one y = A x")
    finish(plt, figure, caption, folder, "runtime", "How long a product takes under each schedule",
           "A point is a matrix, a line the geometric mean of its size; schedules in grey are not named")


def scatter_classes(ax, rows, column):
    """A point a matrix, by nonzeros: colour and marker tell its class, hollow ones store no values."""
    for name in in_order({r["class"] for r in rows}, CLASSES):
        colour, marker = CLASSES.get(name, (MUTED, "o"))
        for no_values in (False, True):
            points = [(r["nnz"], r[column]) for r in rows if r["class"] == name and r["no_values"] == no_values]
            if points:
                ax.scatter(*zip(*points), s=46, marker=marker, zorder=3, linewidths=1.3,
                           facecolors="white" if no_values else colour, edgecolors=colour if no_values else "white")


def draw_speedup(plt, rows, caption, folder):
    auto = [r for r in rows if r["schedule"] == "auto" and math.isfinite(r["speedup"])]
    if not auto:
        return
    types = sorted({r["type"] for r in auto})
    figure, axes = panels(plt, len(types), legend=True, sharey=True)
    for ax, kind in zip(axes, types):
        mine = [r for r in auto if r["type"] == kind]
        ax.axhspan(0.001, 1, color="#f5f5f5", zorder=0)
        ax.axhline(1, color=INK, lw=1.2, zorder=1)
        scatter_classes(ax, mine, "speedup")
        ax.set_xscale("log")
        ax.set_yscale("log", base=2)
        values = [r["speedup"] for r in auto]
        ax.set_ylim(min(0.75, 0.92 * min(values)), max(2, 1.12 * max(values)))
        quiet_log_axis(ax.yaxis, factor_label, [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6, 8])
        quiet_log_axis(ax.xaxis, count_label)
        ax.grid(True)
        ax.set_title({"f32": "32-bit floats", "f64": "64-bit floats"}.get(kind, kind))
        ax.set_xlabel("nonzeros")
        label_extremes(ax, mine)
    axes[0].set_ylabel("cuSPARSE's best time / ours")
    axes[0].text(0.012, 0.985, "faster than cuSPARSE", transform=axes[0].transAxes, va="top", fontsize=8.5, color=MUTED)
    axes[0].text(0.012, 0.015, "slower", transform=axes[0].transAxes, va="bottom", fontsize=8.5, color=MUTED)
    class_legend(figure, {r["class"] for r in auto}, any(r["no_values"] for r in auto))
    finish(plt, figure, caption, folder, "speedup", "How much faster heddle's auto is than the best of cuSPARSE",
           "A point is a matrix; cuSPARSE's best is the fastest of its algorithms, with and without preprocessing")


def label_extremes(ax, rows, most=3):
    """Names the fastest and the slowest few, where their names do not meet."""
    ranked = sorted(rows, key=lambda r: r["speedup"])
    taken = []
    for row, above in [(r, False) for r in ranked[:most]] + [(r, True) for r in reversed(ranked[-most:])]:
        x, y = ax.transData.transform((row["nnz"], row["speedup"]))
        y += 14 if above else -14
        if any(abs(x - a) < 130 and abs(y - b) < 40 for a, b in taken):
            continue
        taken.append((x, y))
        ax.annotate(row["matrix"], (row["nnz"], row["speedup"]), xytext=(0, 8 if above else -8), fontsize=8,
                    textcoords="offset points", ha="center", va="bottom" if above else "top", color=MUTED, zorder=4)


def class_legend(figure, classes, any_without_values):
    from matplotlib.lines import Line2D
    handles = []
    for name in in_order(classes, CLASSES):
        colour, marker = CLASSES.get(name, (MUTED, "o"))
        label = "under 1 M, any shape" if name == "small" else title_of(name)
        handles.append(Line2D([], [], ls="", marker=marker, ms=7, mfc=colour, mec="white", label=label))
    if any_without_values:
        handles.append(Line2D([], [], ls="", marker="o", ms=7, mfc="white", mec=MUTED, label="no values stored"))
    height = figure.get_size_inches()[1]
    figure.legend(handles=handles, loc="upper left", ncol=len(handles), fontsize=9, handletextpad=0.1,
                  columnspacing=1.2, bbox_to_anchor=(0.0, 1 - 0.6 / height))


def short_name(schedule):
    """`thread_mapped:tiles_per_worker=4+gathering:block_above=0` as two short lines."""
    name, _, parameters = schedule.partition(":")
    parts = [p[:-2] if p.endswith("=1") else p for p in parameters.split(",") if p]
    return name + ("\n" + ", ".join(parts) if parts else "")


def draw_schedules(plt, rows, caption, folder):
    rows = [r for r in rows if not r["no_values"] and math.isfinite(r["speedup"])]
    classes = in_order({r["class"] for r in rows}, CLASSES)
    if not rows:
        return
    schedules = ["auto"] + sorted(
        {r["schedule"] for r in rows} - {"auto"},
        key=lambda s: -geomean([r["speedup"] for r in rows if r["schedule"] == s]))
    height = 1.9 + 0.34 * len(schedules)
    figure, axes = panels(plt, len(classes), width=2 + 2.3 * len(classes), height=height, sharex=True, sharey=True)
    names = [short_name(s) for s in schedules]
    longest = max(len(line) for name in names for line in name.split("\n"))
    figure.subplots_adjust(left=(0.35 + 0.075 * longest) / (2 + 2.3 * len(classes)), wspace=0.08)
    for ax, name in zip(axes, classes):
        ax.axvline(1, color=INK, lw=1.2, zorder=1)
        for y, schedule in enumerate(schedules):
            for kind, offset, filled in (("f32", -0.14, True), ("f64", 0.14, False)):
                values = [r["speedup"] for r in rows
                          if r["class"] == name and r["schedule"] == schedule and r["type"] == kind]
                if not values:
                    continue
                colour = CLASSES.get(name, (MUTED, "o"))[0]
                ax.plot([min(values), max(values)], [y + offset] * 2, color=colour, lw=2, alpha=0.35, zorder=2,
                        solid_capstyle="round")
                ax.scatter([geomean(values)], [y + offset], s=30, zorder=3, linewidths=1.3, edgecolors=colour,
                           facecolors=colour if filled else "white")
        ax.set_xscale("log")
        quiet_log_axis(ax.xaxis, factor_label, [0.01, 0.03, 0.1, 0.3, 1, 3])
        ax.set_xlim(max(0.004, 0.8 * min(r["speedup"] for r in rows)), 1.3 * max(r["speedup"] for r in rows))
        ax.set_ylim(len(schedules) - 0.4, -0.6)
        ax.set_yticks(range(len(schedules)), names)
        ax.tick_params(axis="y", length=0, labelcolor=INK, labelsize=8.5)
        ax.tick_params(axis="x", labelsize=8.5)
        ax.axhspan(-0.5, 0.5, color="#f5f5f5", zorder=0)
        ax.grid(True, axis="x")
        ax.spines["left"].set_visible(False)
        count = len({r["matrix"] for r in rows if r["class"] == name})
        ax.set_title(f"{'under 1 M' if name == 'small' else title_of(name)} ({count})")
    figure.text(0.55, 0.4 / height, "cuSPARSE's best time / ours", ha="center", color=INK)
    finish(plt, figure, caption, folder, "schedules", "Which schedule suits which class of matrix",
           "Dots: geometric means, full for f32, open for f64; bars: from the slowest matrix of the class to the "
           "fastest; in brackets how many")


def draw_roof(plt, rows, caption, folder):
    auto = [r for r in rows if r["schedule"] == "auto" and math.isfinite(r["of_roof"]) and r["nnz"] >= 1e6]
    if not auto:
        return
    types = sorted({r["type"] for r in auto})
    figure, axes = panels(plt, len(types), legend=True, sharey=True)
    for ax, kind in zip(axes, types):
        mine = [r for r in auto if r["type"] == kind]
        ax.axhline(1, color=INK, lw=1.2)
        ax.axhline(0.9, color=MUTED, lw=1, ls=(0, (4, 3)))
        scatter_classes(ax, mine, "of_roof")
        ax.set_xscale("log")
        quiet_log_axis(ax.xaxis, count_label)
        ax.set_ylim(min(0.8, 0.95 * min(r["of_roof"] for r in auto)), max(1.02, 1.02 * max(r["of_roof"] for r in auto)))
        ax.grid(True)
        ax.set_title({"f32": "32-bit floats", "f64": "64-bit floats"}.get(kind, kind))
        ax.set_xlabel("nonzeros")
    axes[0].set_ylabel("time of the roof / ours")
    class_legend(figure, {r["class"] for r in auto}, any(r["no_values"] for r in auto))
    finish(plt, figure, caption, folder, "roof", "How near heddle's auto comes to the roof",
           "The roof reads every value and index once and gathers x, without rows, and copies as many bytes as offsets "
           "and output have; dashed: 0.9")


def main():
    parser = argparse.ArgumentParser(description="Draws the CSV of bench_spmv, or prints it as a Markdown table.")
    parser.add_argument("csv", nargs="+", help="files that bench_spmv wrote")
    parser.add_argument("--output", default=".", help="folder for runtime, speedup, schedules and roof, .svg and .png")
    parser.add_argument("--table", action="store_true", help="print the table by size and class, and draw nothing")
    parser.add_argument("--matrices", action="store_true", help="print a line a matrix, and draw nothing")
    parser.add_argument("--update", nargs="+", metavar="FILE", help="put both tables between the marks of these files")
    given = parser.parse_args()
    rows, abouts = [], []
    for path in given.csv:
        try:
            table, about = read_lines(path)
        except OSError as problem:
            sys.exit(f"plot.py: {path}: {problem.strerror}")
        if table and "method" in table[0] and "semiring" in table[0]:
            if not given.table:
                sys.exit(f"plot.py: {path}: is of --spmmop, of which there is only a --table")
            print_semirings(table)
            continue
        rows += read_times(path, table)
        abouts.append(about)
    if given.table and not abouts:
        return None
    if not rows:
        sys.exit("plot.py: there is no verified row in " + ", ".join(given.csv))
    if given.table:
        return print_tables(rows)
    if given.matrices:
        return print_matrices(rows)
    if given.update:
        for path in given.update:
            update_tables(path, rows)
        return None
    plt = load_matplotlib()
    os.makedirs(given.output, exist_ok=True)
    for draw in (draw_runtime, draw_speedup, draw_schedules, draw_roof):
        draw(plt, rows, source_line(abouts), given.output)


if __name__ == "__main__":
    main()
