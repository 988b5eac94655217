"""Reports as the service divides them: passages with page, headings and kind, and what is known of the whole."""

import gzip
import json
import lzma
import random
import re
from collections import Counter
from dataclasses import dataclass, field

YEAR = re.compile(r"\b(?:19|20)\d\d\b")
FIGURE = re.compile(r"\d[\d,]*\.?\d*")
COMPANY = re.compile(
    r"([A-Z][\w&.,' -]{2,40}?\b(?:Inc|Corp|Corporation|Ltd|Limited|plc|PLC|Group|AG|SE|SA|Company|Holdings|N\.V)\b\.?)"
)
LEGAL_FORM = re.compile(r",? (Inc|Corp|Corporation|Ltd|Limited|plc|PLC|Group|Company|Co|SA|AG|SE|N\.?V)\.?$")


@dataclass
class Row:
    label: str
    values: list
    years: list


@dataclass
class Passage:
    page: int
    heading: str
    text: str
    is_table: bool
    rows: list = field(default_factory=list)

    @property
    def section(self):
        """The innermost heading, without its number."""
        last = self.heading.split(" > ")[-1]
        return re.sub(r"^(item \d+[ab]?\.?|note \d+\w?|\(?\d+(\.\d+)*\)?\.?|part [iv]+,?|\(?[a-z]\))[\s.:—–-]*", "", last, flags=re.I).strip(" :—–-")


@dataclass
class Report:
    name: str
    company: str
    year: int | None
    passages: list

    @property
    def short_name(self):
        return LEGAL_FORM.sub("", self.company)

    def pages(self):
        found = {}
        for at, passage in enumerate(self.passages):
            found.setdefault(passage.page, []).append(at)
        return found


def read_reports(file):
    """The reports of a file made by `pack`."""
    with lzma.open(file, "rt", encoding="utf8") as stored:
        return [to_report(json.loads(line)) for line in stored]


def pack(files, companies, target):
    """Exported passages of many reports in one small file; reports of a company side by side compress best."""
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 256 << 20}]
    with lzma.open(target, "wt", encoding="utf8", format=lzma.FORMAT_XZ, filters=filters) as out:
        for file in files:
            with gzip.open(file, "rt", encoding="utf8") as stored:
                made = json.load(stored)
            chunks = [[one["page"], one["heading"] or "", one["kind"] == "table", one["text"]] for one in made["chunks"]]
            line = {"name": made["name"], "company": companies.get(made["name"], ""), "chunks": chunks}
            out.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


def to_report(stored):
    passages = [Passage(page, heading, text, is_table) for page, heading, is_table, text in stored["chunks"]]
    for passage in passages:
        if passage.is_table:
            passage.rows = rows_of(passage.text)
    opening = " ".join(one.text for one in passages[:6])
    years = Counter(year for one in passages[:40] for year in YEAR.findall(one.text))
    named = re.search(r"_(20\d\d)", stored["name"])
    year = int(named[1]) if named else int(years.most_common(1)[0][0]) if years else None
    return Report(stored["name"], stored["company"] or guess_company(opening), year, passages)


def guess_company(opening):
    found = COMPANY.search(opening.replace("\n", " "))
    name = re.sub(r"\s+", " ", found[1]).strip() if found else ""
    name = re.sub(r"^(Annual Report|The|Welcome to|About)\s+", "", name)
    return "" if re.search(r"\d|Commission|Director|Mr |Officer|Exchange|Report|Table", name) else name


def rows_of(text):
    """Rows of a table as the service prints them: label | value | value, after a line of heads."""
    rows, years = [], []
    for line in text.split("\n"):
        cells = [cell.strip() for cell in line.split(" | ")]
        values = [cell for cell in cells[1:] if re.search(r"\d", cell) and not re.search(r"[A-Za-z]{4}", cell)]
        found = list(dict.fromkeys(YEAR.findall(" ".join(cells[1:]))))
        if found and not values or found and all(YEAR.search(cell) for cell in values):
            years = [int(year) for year in found][:4]
        elif len(values) >= 1 and re.search(r"[A-Za-z]{3}", cells[0]):
            rows.append(Row(cells[0], values, years))
    return rows


def headers(report, chance=random):
    """What is put before each passage. A report may come without company or with a title that says nothing."""
    year = f"FY{report.year}" if report.year else ""
    known = chance.choice([
        [report.company, chance.choice(["annual report", "10-K", "report", "annual report and accounts"]) + f" {report.year or ''}"],
        [report.company, year],
        [chance.choice(["annual report", "report", "document"])],
        [],
        [],
    ])
    return " · ".join(part.strip() for part in known if part.strip())


def with_header(context, passage):
    return "\n".join(part for part in (context, passage.heading, passage.text) if part)
