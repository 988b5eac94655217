"""Questions written over pages of reports, in the asker's own words. `training/written` holds one file per collection:

    # name of the report
    page:passages <tab> kind <tab> question <tab> answer

Passages are numbered from 1 on their page, in the order in which the service divides it.
"""

from dataclasses import dataclass


@dataclass
class Written:
    report: str
    page: int
    passages: list
    kind: str
    text: str
    answer: str


def read_written(folder):
    found = []
    for file in sorted(folder.glob("*.tsv")):
        report = None
        for line in file.read_text(encoding="utf8").splitlines():
            if line.startswith("# "):
                report = line[2:]
                continue
            place, kind, text, answer = line.split("\t")
            page, passages = place.split(":")
            found.append(Written(report, int(page), [int(one) for one in passages.split(",")], kind, text, answer))
    return found


def places_in(report, one):
    """Numbers of its passages in the report; where the page is divided otherwise by now, the whole page."""
    own = report.pages().get(one.page, [])
    return [own[n - 1] for n in one.passages if n <= len(own)] or own
