# spmv_times.py - reads the CSV of bench_spmv, and prints it as tables of docs/measurements.md. Part of bench/plot.py.
import contextlib
import csv
import io
import math
import re
import sys

CLASSES = ("regular", "random", "uneven", "power_law", "skewed", "lp", "small", "other")  # as listed; other: not said
BINS = ((1e7, math.inf, "10 M and more"), (1e6, 1e7, "1 M to 10 M"), (1e5, 1e6, "0.1 M to 1 M"),
        (0, 1e5, "under 0.1 M"))
# Matrices of files written before there was a column for their class.
KNOWN = {"band": "regular", "grid": "regular", "stencil": "regular", "erdos_renyi": "random", "rmat20": "power_law",
         "rmat22": "power_law", "rmat24": "power_law", "web": "power_law"}
# What the matrices of bench_spmv are.
TITLES = {"small": "8192 random rows", "band": "27-point band", "grid": "5-point grid, 4096^2",
          "stencil": "27-point stencil, 160^3", "erdos_renyi": "Erdos-Renyi, 2^22", "rmat20": "R-MAT 20",
          "rmat22": "R-MAT 22", "rmat24": "R-MAT 24", "web": "links", "web_local": "links with locality",
          "geometric": "random geometric", "mesh": "triangle mesh", "fem": "finite elements, 3 unknowns",
          "road": "road-like", "erdos_renyi20": "Erdos-Renyi, 2^20", "wide": "2000 rows of 10,000",
          "hubs": "hubs of 400,000", "empty_rows": "mostly empty rows", "grid_medium": "5-point grid, 1024^2",
          "erdos_renyi17": "Erdos-Renyi, 2^17", "rmat16": "R-MAT 16", "hubs_medium": "hubs of 100,000",
          "tiny_grid": "5-point grid, 20^2", "tiny_rmat": "R-MAT 8", "small_band": "9-point band",
          "small_grid": "5-point grid, 200^2", "small_stencil": "27-point stencil, 30^3", "small_rmat": "R-MAT 13",
          "small_hubs": "few long rows", "small_empty_rows": "mostly empty rows"}


# --- reading ----------------------------------------------------------------------------------------------------------

def number(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return math.nan


def class_of(row):
    if number(row["nnz"]) < 1e6:
        return "small"
    return row.get("class") or KNOWN.get(row["matrix"], "other")


def read_lines(path):
    """The rows of one CSV as text, and what stands in its head."""
    about, lines = {}, []
    with open(path, newline="") as file:
        for line in file:
            if line.startswith("# "):
                key, _, value = line[2:].partition(": ")
                about[key] = value.strip()
            else:
                lines.append(line)
    table = list(csv.DictReader(lines))
    if table and table[0].get("device"):
        about.setdefault("device", table[0]["device"])
    return table, about


def from_tool(table):
    """Rows of `heddle spmv --csv`: in milliseconds, and with cuSPARSE's times as rows of their own."""
    rivals, rows = {}, []
    for row in table:
        if row["schedule"].startswith("cusparse"):
            key = (row["matrix"], row["type"])
            rivals[key] = min(rivals.get(key, math.inf), 1e3 * number(row["elapsed_ms"]))
    for row in table:
        if not row["schedule"].startswith("cusparse"):
            name = row["matrix"].rsplit("/", 1)[-1].split(".")[0]
            rows.append({**row, "matrix": name, "time_us": 1e3 * number(row["elapsed_ms"]),
                         "setup_us": 1e3 * number(row["setup_ms"]),
                         "cusparse_us": rivals.get((row["matrix"], row["type"]), math.nan)})
    return rows


def read_times(path, table):
    """Its rows whose result was right, in numbers; not those of prepared matrices, which are no schedules."""
    rows = []
    if table and "elapsed_ms" in table[0]:
        table = from_tool(table)
    for row in table:
        if row.get("schedule") == "auto, compact" or row.get("plan", "none") != "none":
            continue
        missing = {"matrix", "nnz", "type", "schedule", "time_us", "cusparse_us"} - row.keys()
        if missing:
            sys.exit(f"plot.py: {path}: no column {', '.join(sorted(missing))}; it reads the CSV of bench_spmv")
        kept = {"matrix": row["matrix"], "type": row["type"], "schedule": row["schedule"], "class": class_of(row),
                "no_values": row.get("values", "array") not in ("array", "", None)}
        for column in ("nnz", "time_us", "cusparse_us", "of_roof", "roof_us", "setup_us", "cold_us"):
            kept[column] = number(row.get(column))
        kept["speedup"] = kept["cusparse_us"] / kept["time_us"]
        if row.get("verified", "true") == "true" and kept["time_us"] > 0:
            rows.append(kept)
    return rows


def source_line(abouts):
    def values(key):
        return ", ".join(sorted({about[key] for about in abouts if key in about}))

    parts = [values("device").replace("cuda:0, ", "")]
    for key, what in (("driver_cuda_version", "CUDA "), ("cusparse", "cuSPARSE "), ("commit", "heddle at ")):
        parts.append(what + values(key) if values(key) else "")
    return ", ".join(p for p in parts if p) + ". Medians of warm, verified runs; set-up apart."


def geomean(numbers):
    numbers = [n for n in numbers if n > 0 and math.isfinite(n)]
    return math.exp(sum(map(math.log, numbers)) / len(numbers)) if numbers else math.nan


def in_order(names, order):
    return [n for n in order if n in names] + sorted(n for n in names if n not in order)


def title_of(name):
    return {"power_law": "power-law", "lp": "linear programs"}.get(name, name)


# --- tables -----------------------------------------------------------------------------------------------------------

def spread(numbers, digits=2):
    numbers = [n for n in numbers if math.isfinite(n)]
    if not numbers:
        return "-"
    if len(numbers) == 1:
        return f"{numbers[0]:.{digits}f}"
    return f"{geomean(numbers):.{digits}f} ({min(numbers):.{digits}f} to {max(numbers):.{digits}f})"


def of_best_fixed(rows):
    """auto's speed in that of the best fixed schedule of the same matrix, auto's set-up spread over 20 products where
    one takes over 20 us."""
    best = {}
    for r in rows:
        if r["schedule"] != "auto":
            key = (r["matrix"], r["type"])
            best[key] = min(best.get(key, math.inf), r["time_us"])
    result = {}
    for r in rows:
        key = (r["matrix"], r["type"])
        if r["schedule"] == "auto" and key in best:
            setup = r["setup_us"] / 20 if r["time_us"] > 20 and math.isfinite(r["setup_us"]) else 0
            result[key] = best[key] / (r["time_us"] + setup)
    return result


def print_tables(rows):
    auto = [r for r in rows if r["schedule"] == "auto"]
    types = sorted({r["type"] for r in auto})
    fixed = of_best_fixed(rows)
    groups = []
    for no_values in (False, True):
        for low, high, size in BINS:
            for name in in_order({r["class"] for r in auto}, CLASSES):
                of_class = [r for r in auto if r["class"] == name and r["no_values"] == no_values]
                mine = [r for r in of_class if low <= r["nnz"] < high]
                if mine:
                    label = "all shapes" if name == "small" else title_of(name)
                    groups.append((size, label + (", no values" if no_values else ""), mine))
    columns = [f"{t}: cuSPARSE / heddle" for t in types] + [f"{t}: of the roof" for t in types] + ["auto / best fixed"]
    print("| nonzeros | class | matrices | " + " | ".join(columns) + " |")
    print("|---" * (3 + len(columns)) + "|")
    for size, label, mine in groups:
        cells = [size, label, str(len({r["matrix"] for r in mine}))]
        cells += [spread([r["speedup"] for r in mine if r["type"] == t]) for t in types]
        cells += [spread([r["of_roof"] for r in mine if r["type"] == t]) for t in types]
        cells.append(spread([fixed[k] for k in ((r["matrix"], r["type"]) for r in mine) if k in fixed]))
        print("| " + " | ".join(cells) + " |")
    print("\nGeometric means, and from the least to the greatest, of `auto`.")


def size_text(nnz):
    return f"{nnz / 1e3:.1f} k" if nnz < 1e4 else f"{nnz / 1e6:.{2 if nnz < 1e6 else 1}f} M"


def time_text(time_us):
    return f"{time_us:.{0 if time_us >= 100 else 1}f}"


def matrix_title(name):
    for ending, said in (("_pattern", ", pattern"), ("_one_value", ", one value")):
        if name.endswith(ending):
            return matrix_title(name[:-len(ending)]) + said
    return TITLES.get(name) or TITLES.get(name.removesuffix("_medium"), name)


def print_matrices(rows):
    """A line a matrix: large ones first, classes together, those without values at the end."""
    auto = [r for r in rows if r["schedule"] == "auto"]
    types = sorted({r["type"] for r in auto})
    by_matrix = {}
    for r in auto:
        by_matrix.setdefault(r["matrix"], {})[r["type"]] = r

    def place(mine):
        first = next(iter(mine.values()))
        size = next(i for i, (low, _, _) in enumerate(BINS) if first["nnz"] >= low)
        return first["no_values"], size, in_order({first["class"]} | set(CLASSES), CLASSES).index(first["class"])

    print("| matrix (nonzeros) | " + " | ".join(f"{t}: heddle, cuSPARSE, us | ratio | of roof" for t in types) + " |")
    print("|---" * (1 + 3 * len(types)) + "|")
    for mine in sorted(by_matrix.values(), key=place):
        first = next(iter(mine.values()))
        cells = [f"{matrix_title(first['matrix'])} ({size_text(first['nnz'])})"]
        for r in (mine.get(t) for t in types):
            cells += [f"{time_text(r['time_us'])}, {time_text(r['cusparse_us'])}", f"{r['speedup']:.2f}",
                      f"{r['of_roof']:.2f}"] if r else ["-"] * 3
        print("| " + " | ".join(cells) + " |")


def print_semirings(table):
    """Of `bench_spmv --spmmop`: semirings of a user's own beside the library's, and cuSPARSE's SpMMOp beside both."""
    times = {}
    for row in table:
        method = row["method"].split()[0] + (" " + row["semiring"] if "spmmop" in row["method"] else "")
        if row.get("verified") == "true":
            times.setdefault((row["matrix"], row["type"]), {})[method] = number(row["time_us"])
    print("| matrix | type | plus_times, us | user's own / plus_times | user's own min_plus / min_plus "
          "| SpMMOp plus_times / ours | SpMMOp min_plus / ours |")
    print("|---" * 7 + "|")

    def ratio(mine, above, below):
        return f"{mine[above] / mine[below]:.2f}" if above in mine and below in mine else "-"

    for (matrix, kind), mine in times.items():
        cells = [matrix, kind, f"{mine['plus_times']:.1f}" if "plus_times" in mine else "-",
                 ratio(mine, "user_plus_times", "plus_times"), ratio(mine, "user_min_plus", "min_plus"),
                 ratio(mine, "cusparse_spmmop plus_times", "user_plus_times"),
                 ratio(mine, "cusparse_spmmop min_plus", "user_min_plus")]
        print("| " + " | ".join(cells) + " |")


# --- tables in pages -------------------------------------------------------------------------------------------------

def text_of(print_table, rows):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        print_table(rows)
    return printed.getvalue()


def update_tables(path, rows):
    """Makes anew what stands between `<!-- begin: plot.py --table -->`, or --matrices, and the next end mark."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = 0
    for option, print_table in (("--table", print_tables), ("--matrices", print_matrices)):
        pattern = re.compile(rf"(<!-- begin: plot\.py {option} -->\n).*?(<!-- end -->\n)", re.DOTALL)
        text, count = pattern.subn(lambda m: m[1] + text_of(print_table, rows) + m[2], text)
        found += count
    if not found:
        sys.exit(f"plot.py: {path} has no place for a table: <!-- begin: plot.py --table -->")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
