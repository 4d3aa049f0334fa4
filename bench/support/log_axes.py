# log_axes.py - logarithmic axes of a few plain labels, for the pictures of plot.py.


def count_label(x, _=None):
    for unit, name in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if x >= unit:
            return f"{x / unit:g}{name}"
    return f"{x:g}"


def time_label(x, _=None):
    return f"{x / 1e3:g} ms" if x >= 1e3 else f"{x:g} us"


def factor_label(x, _=None):
    return f"{x:g}x"


def quiet_log_axis(axis, label, ticks=None):
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter, NullLocator
    axis.set_major_formatter(FuncFormatter(label))
    axis.set_minor_formatter(NullFormatter())
    axis.set_minor_locator(NullLocator())
    if ticks:
        axis.set_major_locator(FixedLocator(ticks))
