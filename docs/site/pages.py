#!/usr/bin/env python3
"""pages.py - the pages of the repository as Sphinx is to read them: one folder, every link to something that is there.

A link to a page stays one. A link to a public header leads to its section in the reference. Any other file goes with
the site, in `files/`."""
import os
import re
import shutil

from headers import group_of
from topics import ROOT, TOPICS, pages as reference

TOP = {"README.md": "readme.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md",
       "docs/README.md": "index.md"}
FENCE = re.compile(r"(^```.*?^```$)", re.M | re.S)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


def site_name(path):
    """Where a page of the repository stands in the site; None: it is no page."""
    if path in TOP:
        return TOP[path]
    return path[5:] if path.startswith("docs/") and path.endswith(".md") else None


def all_pages():
    return list(TOP) + sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md")
                              if str(path.relative_to(ROOT)) not in TOP)


class rewriter:
    def __init__(self, site, files):
        self.site, self.files = site, files
        self.headers = {path for headers in reference()[0].values() for path in headers}

    def header(self, path):
        """A public header by either of its paths."""
        for name in (path, path.replace("include/heddle/", "")):
            if name in self.headers:
                return name
        return None

    def link(self, page, found):
        picture, text, target = found.groups()
        if "://" in target or target.startswith("#"):
            return found[0]
        path, _, anchor = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(page), path))
        here = os.path.dirname(site_name(page))
        if site_name(path):
            return f"[{text}]({os.path.relpath(site_name(path), here or '.')}{'#' + anchor if anchor else ''})"
        if self.header(path):
            return f"[{text}](#{group_of(self.header(path))})"
        if not (ROOT / path).is_file():
            return text  # a folder: there is nothing to show
        if picture:
            to = self.site / path
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, to)
            return f"![{text}]({os.path.relpath(path, here or '.')})"
        to = self.files / "files" / path
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, to)
        return f'<a href="{os.path.relpath("files/" + path, here or ".")}">{text}</a>'

    def page(self, page):
        parts = FENCE.split((ROOT / page).read_text())  # prose, code, prose, ...
        parts[::2] = [LINK.sub(lambda found: self.link(page, found), prose) for prose in parts[::2]]
        return "".join(parts)


def contents(index):
    """Tables of contents as docs/README.md orders pages: one for each of its headings."""
    made, seen = "\n```{toctree}\n:hidden:\n\nreadme\n```\n", {"readme.md"}
    for section in re.split(r"^## ", index, flags=re.M)[1:]:
        caption, text = section.split("\n", 1)
        found = [path for _, _, path in LINK.findall(text) if path.endswith(".md")]
        names = [path[:-3] for k, path in enumerate(found) if path not in found[:k] and path not in seen]
        seen |= set(found)
        if caption == "Reference":
            names += [f"reference/{topic}" for topic in TOPICS]
        if names:
            made += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n" + "\n".join(names) + "\n```\n"
    return made


def write(site, files):
    """All pages into `site`, the files that they name into `files`."""
    of = rewriter(site, files)
    for page in all_pages():
        text = of.page(page)
        if page == "docs/README.md":
            text += contents(text)
        to = site / site_name(page)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(text)
