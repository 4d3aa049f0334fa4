#!/usr/bin/env python3
"""headers.py - public headers as Doxygen is to read them, and the pages of the reference that show what it found.

Docstrings are plain text in the headers. Here their signs are escaped, their fields become paragraphs with a title,
comments behind members become docstrings, and every header becomes a group, which a page shows as a section.

    headers.py FOLDER    mends the names in the XML that Doxygen wrote there"""
import re
import sys
from pathlib import Path

from topics import ROOT, TOPICS, pages, public_headers

NAMES = public_headers()
FIELDS = ("Operands", "Types", "Returns", "Throws", "Cost", "Runs", "Example", "Source")
PUBLIC = re.compile(r"namespace (heddle(::(distributed|io|schedules|seam|strategies))*(::inline HEDDLE_TOOLCHAIN)?|distributed) \{$")
CLOSING = re.compile(
    r"\}  // namespace (heddle(::(distributed|io|schedules|seam|strategies))*(::inline HEDDLE_TOOLCHAIN)?|distributed)$")


def group_of(path):
    """The name of a header's group and of its section."""
    return re.sub(r"\W+", "-", path.replace("include/heddle/", "").rsplit(".", 1)[0])


def include_of(path):
    return path if path.startswith("heddle/") else "heddle/" + path.replace("include/heddle/", "")


def escaped(text):
    """Text as Doxygen gives it back; what stands in backticks is code."""
    text = re.sub(r'[\\@&<>#%"]', lambda sign: "\\" + sign[0], text)
    text = re.sub(r"\bdocs/([\w/]+)\.md(?:\\#([\w-]+))?", page_link, text)
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", text)


def page_link(found):
    """A page that a docstring names, as a link from the reference."""
    name, anchor = found.groups()
    target = f"../{name}.html" + (f"#{anchor.replace('_', '-')}" if anchor else "")
    return f'<a href="{target}">docs/{name}.md</a>' + (f", {anchor}" if anchor else "")


class scopes:
    """Which kind of scope a line of C++ begins in: only in a type is a comment behind code about a member."""

    def __init__(self):
        self.open, self.before = [], ""

    def kind(self):
        return self.open[-1] if self.open else "namespace"

    def read(self, line):
        code = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])+\'', '""', line.split("//")[0])
        for sign in code:
            if sign == "{":
                self.open.append(self.kind_of(self.before))
                self.before = ""
            elif sign == "}":
                if self.open:
                    self.open.pop()
                self.before = ""
            else:
                self.before = "" if sign == ";" else self.before + sign
        self.before += " "

    @staticmethod
    def kind_of(before):
        before = re.sub(r"^[^()]*template *<.*>(?= *(struct|class|union))", "", before)
        if re.search(r"\bnamespace\b", before):
            return "namespace"
        return "type" if re.match(r"[^()=]*\b(struct|class|union|enum)\b", before) else "code"


def docstring(indent, text):
    """One line of a docstring; a field begins a paragraph."""
    field = re.match(rf"({'|'.join(FIELDS)}): (.*)", text)
    if field:
        return f"{indent}/// @par {field[1]}\n{indent}/// {escaped(field[2])}"
    return f"{indent}/// {escaped(text)}".rstrip()


def constants_told(text):
    """Constants whose value Sphinx cannot read, such as designated initialisers, have it in their docstring; and so has
    a text, which reads better there."""
    def told(found):
        indent, declared, value = found.groups()
        if value.startswith("="):
            value = value[1:].strip()
        if value.startswith('"'):
            words = "".join(re.findall(r'"((?:\\.|[^"\\])*)"', value)).replace('\\"', '"')
            return f"{indent}/// {words}\n{indent}{declared};"
        return f"{indent}/// `{' '.join(value.split())}`\n{indent}{declared};"

    texts, needs, named = r'=\s+(?:"(?:\\.|[^"\\])*"\s*)+', r"=\s+requires \{[^}]*\}", r"\{\s*\.[^;]*\}"
    constant = rf"^( +)(static constexpr [\w:]+ \w+) ?({texts}|{needs}|{named});"
    return re.sub(constant, told, text, flags=re.M)


def documented(text):
    """Types that say in `summary` what they are, and semirings, which say it by their definition, have no docstring in
    their header; here they get it."""
    def told(found):
        words = "".join(re.findall(r'"([^"]*)"', found[2]))
        return f"\n\n/// {words[:1].upper()}{words[1:]}.\n{found[1]}"

    summary = r'  static constexpr std::string_view summary =\s*((?:"[^"]*"\s*)+);'
    text = re.sub(rf"\n\n(struct \w+ \{{\n(?:(?!\}};).*\n)*?{summary})", told, text)
    text = re.sub(r"^template <class T = detail::element_type_is_missing>\s", "template <class T> ", text, flags=re.M)
    return re.sub(r"^((?:template <class T> )?using \w+ = semiring<(\w+)<\w+>, (\w+)<\w+>>;)",
                  r"/// Adds by `\2`, multiplies by `\3`.\n\1", text, flags=re.M)


def without_definitions(text):
    """Members that are defined behind their class have their declaration there, which says all."""
    return re.sub(r"^template <[^;{]*?\w<T, [\w, ]+>::\w+\([^;{]*\{\n(?:(?!\}).*\n)*?\}\n", "", text, flags=re.M)


def declared(line):
    """A line of code, with what Doxygen and Sphinx know nothing of said in another way, or left out."""
    line = line.replace("::inline HEDDLE_TOOLCHAIN", "")
    line = re.sub(r"^(inline namespace HEDDLE_TOOLCHAIN \{|\}  // namespace HEDDLE_TOOLCHAIN)$", "", line)
    line = re.sub(r"^namespace (\w+) = ", r"using \1 = ", line)
    line = re.sub(r"^using (heddle::)(\w+);", r"using \2 = \1\2;", line)
    return re.sub(r"^(template <.*> )?\w+\(.*\) -> \w+<.*>;$", "", line)  # a deduction guide


def for_doxygen(path):
    """The text of a header, its public namespaces in its group."""
    lines, at, member, grouped = [], scopes(), False, 0
    text = constants_told(documented(without_definitions((ROOT / path).read_text()))).split("\n")
    for line, following in zip(text, text[1:] + [""]):
        said = re.match(r"( *)///(?: (.*))?$", line)
        behind = re.match(r"(.*[;,{}\w]) {2,}// (.*)$", line)
        continued = re.match(r"( +)// (.*)$", line)
        in_type = at.kind() == "type"
        outside = at.open[:1] not in ([], ["namespace"]) or (not at.open and re.match("(template|struct|class)", line))
        at.read(line)
        if outside:  # a specialisation of what another library has
            continue
        if said:
            lines.append(docstring(said[1], said[2] or ""))
        elif in_type and behind and not behind[1].endswith("{"):
            lines.append(f"{behind[1]}  ///< {escaped(behind[2])}")
        elif member and continued and len(continued[1]) > 8:
            lines.append(f"{continued[1]}///< {escaped(continued[2])}")
            continue
        elif grouped and CLOSING.match(line):
            lines.append("/// @}\n" + line)
            grouped -= 1
        else:
            lines.append(declared(line))
        member = bool(in_type and behind)
        if PUBLIC.match(line) and not following.startswith("using namespace"):
            grouped += 1  # one namespace may stand in another
            lines.append(f"/// @addtogroup {group_of(path)}\n/// @{{\n")
    return "\n".join(lines)


def opening_of(path):
    """What a header's first lines say: what it is, and where it comes from."""
    lines = []
    for line in (ROOT / path).read_text().split("\n"):
        if not line.startswith("// "):
            break
        lines.append(line[3:])
    text = " ".join(lines)
    text = text.split(" - ", 1)[1] if " - " in text else text
    text = re.sub(r"([\\*_<>\[\]|$])", r"\\\1", text)
    return text[:1].upper() + text[1:] if re.match("[a-z]+[ ,:-]", text) else text


def concepts_of(path):
    """Directives for the concepts of a header, which Doxygen puts into no group."""
    for name in re.findall(r"^concept (\w+)", (ROOT / path).read_text(), flags=re.M):
        for public in NAMES[path]:
            if public.endswith(f"::{name}"):
                yield f"```{{doxygenconcept}} {public}\n```\n\n"


def page_of(topic, headers):
    title, sentence, _ = TOPICS[topic]
    parts = [f"# Headers: {title}\n\n{sentence}\n"]
    for path in headers:
        parts.append(f"({group_of(path)})=\n## {include_of(path)}\n\n{opening_of(path)}\n\n"
                     f"{''.join(concepts_of(path))}```{{doxygengroup}} {group_of(path)}\n:content-only:\n:members:\n:undoc-members:\n```\n")
    return "\n".join(parts)


def write(headers_to, pages_to):
    """Headers for Doxygen below one folder, pages of the reference into another."""
    placed, _ = pages()
    pages_to.mkdir(parents=True, exist_ok=True)
    for topic, headers in placed.items():
        (pages_to / f"{topic}.md").write_text(page_of(topic, headers))
        for path in headers:
            target = headers_to / include_of(path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(for_doxygen(path))


def mend(xml):
    """Members of a group have their whole names, as classes have: breathe shows what stands as the name. And nobody has
    to know what is inline."""
    for path in xml.glob("*.xml"):
        text = path.read_text().replace(' inline="yes"', ' inline="no"')
        if path.name.startswith("group__"):
            text = re.sub(r"<name>[^<]+</name>(\s*<qualifiedname>)([^<]+)<", r"<name>\2</name>\1\2<", text)
        path.write_text(text)


if __name__ == "__main__":
    mend(Path(sys.argv[1]))
