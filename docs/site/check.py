#!/usr/bin/env python3
"""check.py SITE XML - every public name has an entry in the built site and a docstring in what Doxygen read, and every
link in the site leads somewhere."""
import re
import sys
import zlib
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

from topics import ROOT


class page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, path):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.links.append(value)
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value)


def dead_links(site):
    pages = {path: page(path) for path in sorted(site.rglob("*.html"))}
    count = 0
    for path, here in pages.items():
        for link in here.links:
            if re.match(r"[a-z]+:", link):
                continue
            count += 1
            target, _, anchor = unescape(link).partition("#")
            target = (path.parent / unquote(target.partition("?")[0])).resolve() if target else path
            if target.is_dir() or not target.exists():
                yield f"{path.relative_to(site)}: {link} leads nowhere"
            elif anchor and target in pages and unquote(anchor) not in pages[target].anchors:
                yield f"{path.relative_to(site)}: {link} has no such place"
    if count < 1000:
        yield f"only {count} links were found"


def entries(site):
    """The names that the site's inventory has."""
    data = (site / "objects.inv").read_bytes()
    text = zlib.decompress(data.split(b"\n", 4)[4]).decode()
    return {line.split(" ", 1)[0] for line in text.split("\n") if " cpp:" in line}


def text_of(found):
    """A description of Doxygen's, as plain text."""
    parts = (found.find(name) for name in ("briefdescription", "detaileddescription"))
    return "".join("".join(part.itertext()) for part in parts if part is not None).strip()


def told(xml):
    """The names that have a docstring, by any of their declarations."""
    for path in xml.glob("*.xml"):
        for found in ElementTree.parse(path).getroot().iter("compounddef"):
            if text_of(found):
                yield found.findtext("compoundname")
            for member in found.iter("memberdef"):
                if text_of(member):
                    yield member.findtext("qualifiedname")


def main():
    site = Path(sys.argv[1]).resolve()
    wrong = list(dead_links(site))
    names = (ROOT / "tests/structure/public_names.txt").read_text().split()
    there = entries(site)
    wrong += [f"{name} has no entry" for name in names if name not in there]
    with_docstring = set(told(Path(sys.argv[2])))
    wrong += [f"{name} has no docstring" for name in names if name not in with_docstring]
    if "mxv" not in (site / "searchindex.js").read_text():
        wrong.append("the search does not know mxv")
    print("\n".join(wrong) or f"{len(names)} public names have an entry; no link is dead")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
