#!/usr/bin/env python3
"""public_names.py - every public name stands in public_names.txt, and heddle:: itself holds few.

    tests/structure/public_names.py           says which names are not in the list, or not in the headers
    tests/structure/public_names.py --write   makes the list anew: a new public name is a line there, to be looked at

Public are the names of the namespaces below; all others may change at any time."""
import sys
from pathlib import Path

from house_names import all_names, is_algebra

LIST = Path(__file__).with_name("public_names.txt")
PUBLIC = ("heddle", "heddle::distributed", "heddle::io", "heddle::schedules", "heddle::seam", "heddle::strategies")
MOST = 150  # directly in heddle::, beside operators, monoids and semirings


def main():
    names = all_names()
    found = {f"{namespace}::{name}" for namespace in PUBLIC for name in names.get(namespace, {})}
    if sys.argv[1:] == ["--write"]:
        LIST.write_text("".join(f"{name}\n" for name in sorted(found)))
    listed = set(LIST.read_text().split())
    wrong = [f"{name} is not in {LIST.name}: a new public name is a line there" for name in sorted(found - listed)]
    wrong += [f"{name} of {LIST.name} is in no header" for name in sorted(listed - found)]
    direct = [name for name, files in names["heddle"].items() if not is_algebra(files)]
    if len(direct) > MOST:
        wrong.append(f"{len(direct)} names stand directly in heddle::, {MOST} are the most")
    print("\n".join(wrong) or f"{len(found)} public names, {len(direct)} of them directly in heddle:: beside the algebra")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
