# conf.py - how Sphinx makes the site; docs/site/build runs it.
import os

from sphinx.domains.cpp import CPPDomain

project = "heddle"
author = "the heddle authors"
copyright = "the heddle authors, Apache License 2.0"
extensions = ["myst_parser", "breathe"]
exclude_patterns = []

breathe_projects = {"heddle": os.environ["HEDDLE_DOCS_XML"]}
breathe_default_project = "heddle"
breathe_show_include = False
primary_domain = "cpp"

myst_heading_anchors = 4
suppress_warnings = [
    "duplicate_declaration.cpp",  # overloads that only their constraints tell apart
]

html_theme = "furo"
html_title = "heddle"
html_static_path = ["static"]
html_css_files = ["heddle.css"]
html_extra_path = [os.environ["HEDDLE_DOCS_FILES"]]
html_copy_source = False
html_show_search_summary = False  # a page of the file system cannot fetch others
html_show_sphinx = False
toc_object_entries_show_parents = "hide"


class names(CPPDomain):
    """Without the parameters of templates and functions, which nobody looks up, in index and search."""

    def get_objects(self):
        return (found for found in super().get_objects() if found[2] not in ("templateParam", "functionParam"))


def setup(app):
    app.add_domain(names, override=True)
