"""Pages lead somewhere: links resolve, files and names that are quoted exist, equations are numbered in order."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "jounce"
DOCS = ROOT / "docs"
LESSONS = DOCS / "tutorials"  # made of the examples when the site is built
SITE = [page for page in sorted(DOCS.rglob("*.md")) if LESSONS not in page.parents]
PAGES = sorted(ROOT.glob("*.md")) + SITE

LINK = re.compile(r"\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
QUOTED = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"[\w./-]+\.(?:py|toml|md)")
FOLDER = re.compile(r"(?:[\w-]+/)+")
NAME = re.compile(r"jounce(?:\.[A-Za-z_]\w*)+")
TOCTREE = re.compile(r"```\{toctree\}\n(.*?)```", re.DOTALL)
TAG = re.compile(r"\\tag\{(\d+)\}")
BRACKETS = re.compile(r"\[([^][]+)\]", re.DOTALL)
CITATION = re.compile(r'Citation\(\s*"([^"]+)"')
QUOTATION = re.compile(r"[A-Z][^\d:;()|]* (?:18|19|20)\d\d\b|ISO \d+|Kim\b|Ciglaric\b|MSC\b")
SOURCE = re.compile(r"^- \[([^]]+)\] ", re.MULTILINE)
FILE_ENDINGS = {"toml", "h5", "html", "csv", "png", "py"}  # `jounce.toml` is a file and not a name


def anchors(page: Path) -> set[str]:
    """What a link may name behind #: headings in small letters, words joined by hyphens."""
    headings = HEADING.findall(page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def dead_links(text: str, folder: Path) -> list[str]:
    """Relative links of a page in `folder` whose file or heading is not there."""
    found = []
    for link in LINK.findall(text):
        if re.match(r"[a-z]+:", link):
            continue  # the web is not ours to check
        path, _, anchor = link.partition("#")
        target = folder / path
        if not target.exists() or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            found.append(link)
    return found


def missing_files(text: str) -> list[str]:
    """Quoted paths with a folder in them, from the root or from the package, that do not exist."""
    quoted = [q for q in QUOTED.findall(text) if "/" in q and (FILE.fullmatch(q) or FOLDER.fullmatch(q))]
    return [q for q in quoted if not ((ROOT / q).exists() or (PACKAGE / q).exists())]


def missing_names(text: str) -> list[str]:
    """Dotted names of the package, in prose or in programs, that nobody can import."""
    names = {name for name in NAME.findall(text) if name.rsplit(".", 1)[1] not in FILE_ENDINGS}
    return sorted(name for name in names if not _exists(name))


def _exists(name: str) -> bool:
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            thing = import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            if not hasattr(thing, part):
                return False
            thing = getattr(thing, part)
        return True
    return False


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def offenders(faults: Callable[[str, Path], list[str]]) -> dict[str, list[str]]:
    """Page -> what is wrong with it, for the pages that break a rule."""
    found = {name_of(page): faults(page.read_text(encoding="utf-8"), page.parent) for page in PAGES}
    return {name: wrong for name, wrong in found.items() if wrong}


def test_every_relative_link_resolves():
    assert offenders(dead_links) == {}


def test_every_file_and_name_that_is_quoted_exists():
    assert offenders(lambda text, _: missing_files(text) + missing_names(text)) == {}


def misnumbered(text: str) -> list[int]:
    """The tags of equations, where they do not count from one."""
    tags = [int(tag) for tag in TAG.findall(text)]
    return tags if tags != list(range(1, len(tags) + 1)) else []


def test_equations_are_numbered_in_order():
    assert misnumbered(r"\tag{1} \tag{3}") == [1, 3]
    assert offenders(lambda text, _: misnumbered(text)) == {}


def test_every_page_of_the_documentation_can_be_reached():
    """From the front page of the repository, by links alone."""
    reached, pending = set(), [ROOT / "README.md"]
    while pending:
        here = pending.pop()
        if here in reached or here.suffix != ".md" or not here.exists():
            continue
        reached.add(here)
        for link in LINK.findall(here.read_text(encoding="utf-8")):
            pending.append((here.parent / link.partition("#")[0]).resolve())
    assert [name_of(page) for page in PAGES if page not in reached] == []


def in_contents(page: Path) -> set[Path]:
    """Pages that the tables of contents of a page name, and theirs; none of them is missing."""
    entries = [
        line.strip() for block in TOCTREE.findall(page.read_text(encoding="utf-8")) for line in block.split("\n")
    ]
    found: set[Path] = set()
    for entry in entries:
        if entry and not entry.startswith((":", "tutorials/")):
            named = set(page.parent.glob(f"{entry}.md"))
            assert named, f"{page.name}: {entry} is not there"
            found |= named.union(*map(in_contents, named))
    return found


def test_every_page_of_the_site_stands_in_its_contents():
    """A toctree of docs/index.md names it; the site would be built with a warning otherwise."""
    listed = {DOCS / "index.md", *in_contents(DOCS / "index.md")}
    assert [name_of(page) for page in SITE if page not in listed] == []


def test_the_map_of_the_code_lists_every_module():
    text = (DOCS / "reference" / "code_map.md").read_text(encoding="utf-8")
    head, *sections = re.split(r"^## ", text, flags=re.MULTILINE)
    listed = set(re.findall(r"^\| `(\w+\.py)`", head, re.MULTILINE))
    for section in sections:
        folder = section.split("\n", 1)[0]
        listed |= {f"{folder}/{name}" for name in re.findall(r"^\| `(\w+\.py)`", section, re.MULTILINE)}
    modules = {file.relative_to(PACKAGE).as_posix() for file in PACKAGE.rglob("*.py")}
    for apart in ("jounce_papers", "jounce_benchmarks"):
        modules |= {file.relative_to(ROOT / "src").as_posix() for file in (ROOT / "src" / apart).rglob("*.py")}
    modules = {name for name in modules if not name.endswith(("__init__.py", "__main__.py"))}
    assert listed == modules
    assert 10 <= sum(line.startswith("- ") for line in head.splitlines()), "what lies in which folder, at the top"


def measured_claims() -> set[str]:
    """What tests call their claims: names, and patterns where a part of the name is filled in."""
    found = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "measured" and call.args:
                match call.args[0]:
                    case ast.Constant(value=str(name)):
                        found.add(re.escape(name))
                    case ast.JoinedStr(values=parts):
                        found.add("".join(re.escape(p.value) if isinstance(p, ast.Constant) else ".+" for p in parts))
    return found


def test_every_claim_that_is_measured_has_words_in_the_table_of_agreement():
    spec = spec_from_file_location("agreement", DOCS / "agreement.py")
    spec.loader.exec_module(agreement := module_from_spec(spec))
    words = [claim for section in agreement.CLAIMS.values() for claim in section]
    assert [name for name in measured_claims() if not any(re.fullmatch(name, claim) for claim in words)] == []


def test_every_lesson_stands_in_the_tutorials():
    text = (DOCS / "tutorials.md").read_text(encoding="utf-8")
    lessons = sorted((ROOT / "examples").glob("[0-9]*.py"))
    assert [lesson.name for lesson in lessons if f"](../examples/{lesson.name})" not in text] == []


@pytest.mark.parametrize(
    "text",
    [
        "[x](nowhere.md)",
        "![x](docs/figures/nowhere.png)",
        "[x](docs/index.md#no-such-heading)",
        "`docs/nowhere.md`",
        "`native/nowhere.py`",
        "`nowhere/`",
        "jounce.nowhere(car)",
        "`jounce.native.kernel.Compiler.nowhere`",
        "`jounce.nowhere.at_all`",
    ],
)
def test_what_leads_nowhere_would_be_found(text):
    assert len(dead_links(text, ROOT) + missing_files(text) + missing_names(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "[x](docs/index.md), [y](https://example.org/nowhere), [z](docs/theory/notation.md#axes-and-units)",
        "`native/llvm.py`, `tests/architecture/test_docs.py`, `graph/`, `hinge.angle`, `N s/m`",
        "`jounce.native.kernel.Compiler.count`, jounce.load, jounce.simulation.simulate",
    ],
)
def test_what_leads_somewhere_is_left_alone(text):
    assert dead_links(text, ROOT) + missing_files(text) + missing_names(text) == []


def quoted_works(text: str) -> set[str]:
    """What stands in brackets by name and year, [Kim, eq. 24; Pacejka 2012, section 4.2], or by its number, or in a
    declared `Citation("Pacejka 2012", "section 4.2")`."""
    pieces = [
        " ".join(piece.replace("#", " ").split()) for found in BRACKETS.findall(text) for piece in found.split(";")
    ]
    pieces += CITATION.findall(text)
    return {match.group() for piece in pieces if (match := QUOTATION.match(piece))}


def test_every_work_that_is_quoted_is_listed_and_no_other():
    texts = [path for folder in (PACKAGE, ROOT / "tests", ROOT / "examples") for path in folder.rglob("*.py")]
    sources = DOCS / "theory" / "sources.md"
    listed = SOURCE.findall(sources.read_text())
    quoted = set().union(*(quoted_works(path.read_text()) for path in {*texts, *SITE} - {sources, Path(__file__)}))
    assert listed == sorted(set(listed), key=str.lower)
    assert quoted == set(listed)


def test_a_quotation_is_seen_in_any_place_of_its_brackets():
    text = (
        "as in [Kim, eq. 24; Canudas de Wit, Olsson 1995, with one level], [ISO 8608:2016], list[Problem], [see 2012]"
        'source = Citation("Dahl 1968", "page 3")'
    )
    assert quoted_works(text) == {"Kim", "Canudas de Wit, Olsson 1995", "ISO 8608", "Dahl 1968"}
