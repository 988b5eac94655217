"""Everything that is trained on: reports, questions made from them, written over them, and real ones of open sets."""

import gzip
import json
import random
from dataclasses import dataclass
from multiprocessing import Pool

import numpy as np

from .batches import PASSAGE_TOKENS, QUESTION_TOKENS, to_ids
from .questions import Question, ask_about
from .reports import Passage, Report, headers, with_header
from .written import places_in

# Real questions are few and count more often; written ones are as people ask, but not real.
REAL_WEIGHT, WRITTEN_WEIGHT = 6, 4


@dataclass
class Asked:
    """A question with the numbers of its passages in the whole corpus."""

    report: int
    kind: str
    text: str
    right: list
    open: set
    weight: int
    without: object = None


class Corpus:
    """Passages of all reports in one list; a report's own begin at `starts`."""

    def __init__(self, reports, tokenizer):
        self.reports = reports
        self.starts = np.cumsum([0, *(len(one.passages) for one in reports)])
        self.pages = np.array([one.page for report in reports for one in report.passages], np.int32)
        self.report_of = np.repeat(np.arange(len(reports)), np.diff(self.starts))
        self.page_keys = self.report_of.astype(np.int64) * 100_000 + self.pages
        self.tokenizer = tokenizer
        self.contexts = [headers_of(report) for report in reports]
        texts = [with_header(context, one) for report, context in zip(reports, self.contexts) for one in report.passages]
        self.texts = to_ids(tokenizer, texts, PASSAGE_TOKENS)

    def rows(self, report):
        return slice(self.starts[report], self.starts[report + 1])

    def ask(self, real, written, made_share):
        """All questions: a share of those made from the reports, written ones, and real ones with a report and pages."""
        with Pool() as pool:
            made = pool.map(ask_about, self.reports, chunksize=2)
        chance = random.Random("made")
        asked = [self._place(at, one) for at, some in enumerate(made) for one in some if chance.random() < made_share]
        numbers = {report.name: at for at, report in enumerate(self.reports)}
        for one in written:
            if one.report in numbers:
                at = numbers[one.report]
                right = places_in(self.reports[at], one)
                if right:
                    asked.append(self._place(at, Question("written", one.text, right, weight=WRITTEN_WEIGHT)))
        for one in real:
            if one["report"] in numbers:
                at = numbers[one["report"]]
                right = [n for n, passage in enumerate(self.reports[at].passages) if passage.page in one["pages"]]
                if right:
                    asked.append(self._place(at, Question("real", one["question"], right, weight=REAL_WEIGHT)))
        clozes = [one for one in asked if one.kind == "cloze"]
        without = [self._without(one) for one in clozes]
        for one, ids in zip(clozes, to_ids(self.tokenizer, without, PASSAGE_TOKENS)):
            one.without = ids
        return asked, to_ids(self.tokenizer, [one.text for one in asked], QUESTION_TOKENS)

    def _place(self, at, question):
        start = int(self.starts[at])
        return Asked(at, question.kind, question.text, [start + n for n in question.right], {start + n for n in question.open}, question.weight)

    def _without(self, asked):
        """The passage a sentence was taken from, without the sentence."""
        passage = self.reports[asked.report].passages[asked.right[0] - int(self.starts[asked.report])]
        rest = Passage(passage.page, passage.heading, passage.text.replace(asked.text, " "), False)
        return with_header(self.contexts[asked.report], rest)


def headers_of(report):
    return headers(report, random.Random(f"header {report.name}"))


def table_texts(file):
    """TAT-QA's tables as they are stored, each with its texts: the table itself, then its paragraphs."""
    for one in json.loads(gzip.open(file, "rt", encoding="utf8").read()):
        table = "\n".join(" | ".join(cell for cell in row if cell) for row in one["table"]["table"])
        yield one, [table[:1400], *(part["text"][:1200] for part in one["paragraphs"])]


def read_tables(file):
    """TAT-QA: each table with its paragraphs is a small report, a passage a page."""
    reports, real = [], []
    for at, (one, texts) in enumerate(table_texts(file)):
        name = f"tatqa-{file.rsplit('_', 1)[-1]}-{at}"
        reports.append(Report(name, "", None, [Passage(n + 1, "", text, False) for n, text in enumerate(texts)]))
        order = {str(part["order"]): n + 2 for n, part in enumerate(one["paragraphs"])}
        for question in one["questions"]:
            pages = [1] if "table" in question["answer_from"] else [order[key] for key in question["rel_paragraphs"] if key in order]
            real.append({"report": name, "question": question["question"], "pages": pages})
    return reports, real
