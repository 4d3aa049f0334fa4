#!/usr/bin/env python3
# house_names.py - which names stand in which namespace of headers, read from their text.
"""usage: house_names.py [NAMESPACE]: every namespace with how many names it has, or the names of one.

A name counts once, however often it is declared, overloaded or specialised. Operator functions, members that are
defined outside of their class, explicit instantiations, namespaces themselves and what stands in an unnamed one do not count.
An inline namespace is the one around it. Compilers would each see only what they compile, and not what nvcc does.
"""
import os
import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("include", "ops", "semirings", "src/cmake")  # what is installed
INLINE = {"HEDDLE_TOOLCHAIN"}  # a macro that names the inline namespace of a toolchain
ALGEBRA = ("semirings/", "ops/apply/functions.hpp")  # operators, monoids and semirings stand here

TOKEN = re.compile(r"""
    (?P<skip> //[^\n]* | /\*.*?\*/ | \s+ | ^[ \t]*\#(?:[^\n\\]|\\.)* )
  | (?P<text> R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)" | "(?:\\.|[^"\\])*" | (?<![0-9a-fA-F])'(?:\\.|[^'\\])+' )
  | (?P<token> [A-Za-z_]\w* | \d[\w.']* | :: | -> | <=> | <= | >= | == | != | && | \|\| | \[\[ | . )
""", re.X | re.S | re.M)
OPENING = {"(": ")", "[": "]", "{": "}", "[[": "]"}
NO_FUNCTION = {"requires", "decltype", "alignas", "explicit", "noexcept", "__launch_bounds__", "__attribute__"}


def tokens_of(text):
    return [m.group("token") or '""' for m in TOKEN.finditer(text) if not m.group("skip")]


def behind(tokens, at):
    """The place behind the bracket that closes what opens at `at`."""
    depth = 0
    while at < len(tokens):
        if tokens[at] in OPENING:
            depth += 2 if tokens[at] == "[[" else 1
        elif tokens[at] in ")]}":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    raise ValueError("a bracket is not closed")


def behind_angles(tokens, at):
    """The place behind `<...>`, of which `at` is the `<`."""
    depth = 0
    while at < len(tokens):
        if tokens[at] in OPENING:
            at = behind(tokens, at)
            continue
        depth += {"<": 1, ">": -1}.get(tokens[at], 0)
        at += 1
        if depth == 0:
            return at
    raise ValueError("an angle is not closed")


def is_word(token):
    return re.match(r"[A-Za-z_]", token) is not None


def behind_requires(tokens, at):
    """The place behind a requires clause, of which `at` is the word."""
    while True:
        at += 1  # `requires`, && or ||
        if tokens[at] == "requires":
            at += 1
            if tokens[at] == "(":
                at = behind(tokens, at)
            at = behind(tokens, at)
        elif tokens[at] == "(":
            at = behind(tokens, at)
        else:
            while is_word(tokens[at]) or tokens[at] == "::":
                named = is_word(tokens[at])
                at += 1
                if named and tokens[at] == "<":
                    at = behind_angles(tokens, at)
                if named and tokens[at] != "::":
                    break
        if tokens[at] not in ("&&", "||"):
            return at


def behind_templates(tokens, at):
    """The place behind attributes, template parameters and requires clauses that begin a declaration."""
    while True:
        if tokens[at] == "[[":
            at = behind(tokens, at)
        elif tokens[at] == "template" and tokens[at + 1] == "<":
            at = behind_angles(tokens, at + 1)
        elif tokens[at] == "requires":
            at = behind_requires(tokens, at)
        else:
            return at


def name_of_type(head):
    """What `struct`, `class`, `union` or `enum` declares: the last word before angles, bases or the end."""
    at, name = 1, None
    while at < len(head):
        if head[at] in ("[[", "("):
            at = behind(head, at)
        elif head[at] == "::":
            return None  # a member, or a specialisation of what another namespace has
        elif head[at] in ("<", ":"):
            break
        elif is_word(head[at]):
            if head[at] not in ("struct", "class", "final", "alignas") and not head[at].startswith("HEDDLE_"):
                name = head[at]
            at += 1
        else:
            break
    if name and head[at:at + 1] == ["<"]:
        at = behind_angles(head, at)
        if head[at:at + 1] == ["::"]:
            return None
    return name


def more_names(head, at):
    """The names behind the first of `int a = 1, b = 2;`, of which `at` is what follows the first."""
    while at < len(head):
        if head[at] in OPENING:
            at = behind(head, at)
        elif head[at] == "<" and is_word(head[at - 1]):
            at = behind_angles(head, at)
        else:
            at += 1
            if head[at - 1] == ",":
                yield head[at]


def names_of(tokens):
    """The names that a declaration gives to its namespace."""
    head = tokens[behind_templates(tokens, 0):]
    if head[0] == "namespace":
        return [head[1]]  # an alias
    if head[0] in ("static_assert", "template", ";") or head[:2] in (["extern", "template"], ["using", "namespace"]):
        return []
    if head[0] == "using":
        return [head[1]] if "=" in head else [[word for word in head if is_word(word)][-1]]
    if head[0] == "concept":
        return [head[1]]
    if head[0] in ("struct", "class", "union", "enum"):
        name = name_of_type(head)
        return [name] if name else []
    at, last = 0, None  # `last` is the place of the last word outside of brackets and angles
    while head[at] not in ("=", "{", ";", ":", "operator"):
        if head[at] == "(" and last is not None and head[last] not in NO_FUNCTION:
            break
        if head[at] in OPENING:
            at = behind(head, at)
        elif head[at] == "<" and last == at - 1:
            at = behind_angles(head, at)
        else:
            if is_word(head[at]):
                last = at
            at += 1
    is_macro = last == 0 and head[0].isupper()
    if last is None or head[at] == "operator" or is_macro or head[last - 1] == "::":
        return []
    return [head[last], *(more_names(head, at) if head[at] == "=" else ())]


def end_of_declaration(tokens, at):
    """The place behind a declaration that begins at `at`."""
    at = head = behind_templates(tokens, at)
    assigned = False
    while tokens[at] != ";":
        if tokens[at] not in OPENING:
            assigned |= tokens[at] in ("=", "concept")
            at += 1
            continue
        opened = at
        at = behind(tokens, at)
        if tokens[opened] != "{" or assigned or tokens[at] in (",", "{", ";"):
            continue
        if tokens[head] not in ("struct", "class", "union", "enum"):
            return at  # the body of a function
    return at + 1


def names_in(text):
    """(namespace, name) of every declaration in a namespace."""
    tokens, scopes, at = tokens_of(text), [], 0
    while at < len(tokens):
        if tokens[at] == "}":
            scopes.pop()
            at += 1
            continue
        words = at + (tokens[at] == "inline")
        if tokens[words] == "namespace":
            opened = words + 1
            while tokens[opened] not in ("{", "="):
                opened += 1
            if tokens[opened] == "{":
                scopes.append("".join(token for token in tokens[words + 1:opened] if token != "inline"))
                at = opened + 1
                continue
        end = end_of_declaration(tokens, at)
        if "" not in scopes:
            namespace = "::".join(part for scope in scopes for part in scope.split("::") if part not in INLINE)
            yield from ((namespace, name) for name in names_of(tokens[at:end]))
        at = end
    if scopes:
        raise ValueError("a namespace is not closed")


def all_names():
    """{namespace: {name: files}} of the headers in FOLDERS; os.walk goes by no link of include/heddle."""
    listed = sorted(os.path.relpath(os.path.join(at, file), ROOT)
                    for folder in FOLDERS for at, _, files in os.walk(ROOT / folder) for file in files)
    found = defaultdict(lambda: defaultdict(set))
    for path in listed:
        if path.endswith((".hpp", ".cuh", ".hpp.in")):
            try:
                for namespace, name in names_in((ROOT / path).read_text()):
                    found[namespace][name].add(path)
            except (ValueError, IndexError) as error:
                sys.exit(f"house_names.py: cannot read {path}: {error}")
    return {namespace: names for namespace, names in found.items() if namespace.split("::")[0] == "heddle"}


def is_algebra(files):
    return any(file.startswith(ALGEBRA) for file in files)


if __name__ == "__main__":
    names = all_names()
    if len(sys.argv) > 1:
        for name, files in sorted(names[sys.argv[1]].items()):
            print(name, " ".join(sorted(files)))
    else:
        for namespace, of_it in sorted(names.items()):
            print(len(of_it), namespace)
