"""Questions with passages that answer them and passages of the same and other reports that do not."""

import random
from dataclasses import dataclass, field
from itertools import islice

import numpy as np
import torch
from retriever.batches import encode
from retriever.corpus import table_texts
from retriever.reports import Passage, Report, with_header
from retriever.written import places_in

from .marks import mark, states

QUESTION_TOKENS, PAIR_TOKENS, START, END = 64, 384, 101, 102
MINED = 12


@dataclass
class Item:
    report: int
    kind: str
    text: str
    answer: str
    right: list
    """Numbers of the passages that answer it, with the place of the answer or None."""
    marks: list
    wrong: list = field(default_factory=list)
    foreign: list = field(default_factory=list)
    """A passage that seems to answer it and does not."""
    against: list = field(default_factory=list)
    weight: int = 1
    judged_pages: object = None

    @property
    def yes(self):
        """True or False where the answer says yes or no, else None."""
        if self.kind not in ("yesno", "change"):
            return None
        word = self.answer.split(" ")[0].strip(",.;:—-").lower()
        return {"yes": True, "no": False}.get(word)


class Texts:
    """All passages as tokens with their places in the text."""

    def __init__(self, reports, tokenizer):
        self.reports = reports
        self.starts = np.cumsum([0, *(len(one.passages) for one in reports)])
        self.texts = [with_header("", one) for report in reports for one in report.passages]
        self.pages = np.array([one.page for report in reports for one in report.passages])
        self.ids, self.offsets = [], []
        for start in range(0, len(self.texts), 20_000):
            for one in tokenizer.encode_batch(self.texts[start : start + 20_000], add_special_tokens=False):
                self.ids.append(np.asarray(one.ids[:PAIR_TOKENS], np.int32))
                self.offsets.append(np.asarray(one.offsets[:PAIR_TOKENS], np.int32).reshape(-1, 2))
        self.tokenizer = tokenizer

    def question_ids(self, items):
        found = self.tokenizer.encode_batch([one.text for one in items], add_special_tokens=False)
        return [np.asarray(one.ids[: QUESTION_TOKENS - 2], np.int32) for one in found]

    def rows(self, report):
        return range(self.starts[report], self.starts[report + 1])


def pair(question, passage):
    """The tokens of a question and a passage, and which token is the passage's first."""
    room = PAIR_TOKENS - len(question) - 3
    ids = np.concatenate([[START], question, [END], passage[:room], [END]])
    return ids, len(question) + 2


def tokens_within(offsets, spans):
    found = np.zeros(len(offsets), bool)
    for start, end in spans:
        found |= (offsets[:, 0] < end) & (offsets[:, 1] > start) & (offsets[:, 1] > offsets[:, 0])
    return found


def read_items(texts, written, tables):
    """Written questions of the reports that are here, and those of the tables."""
    numbers, found = {report.name: at for at, report in enumerate(texts.reports)}, []
    for one in written:
        at = numbers.get(one.report)
        places = places_in(texts.reports[at], one) if at is not None else []
        if places:
            found.append(to_item(texts, at, one.kind, one.text, one.answer, places))
    for name, kind, text, answer, places in tables:
        found.append(to_item(texts, numbers[name], kind, text, answer, places))
    return found


def to_item(texts, at, kind, text, answer, places):
    start = int(texts.starts[at])
    right = [start + n for n in places]
    marks = [mark(text, answer, kind, texts.texts[n]) for n in right]
    sure = [n for n, one in enumerate(marks) if one]
    # Of several passages, those in which the answer is found.
    if sure:
        right, marks = [right[n] for n in sure], [marks[n] for n in sure]
    return Item(at, kind, text, answer, right, marks)


def read_table_questions(file):
    """TAT-QA: small reports, and questions whose answers are figures of a table, spans of text or computed from both."""
    reports, questions = [], []
    for at, (one, texts) in enumerate(table_texts(file)):
        name = f"tables-{at}"
        reports.append(Report(name, "", None, [Passage(n, "", text, n == 0) for n, text in enumerate(texts)]))
        order = {str(part["order"]): n + 1 for n, part in enumerate(one["paragraphs"])}
        for question in one["questions"]:
            source = question["answer_from"]
            places = [0] * ("table" in source) + [order[key] for key in question["rel_paragraphs"] if key in order and "text" in source]
            given = question["answer"]
            is_computed = question["answer_type"] in ("arithmetic", "count")
            answer = question["derivation"] if is_computed else "; ".join(map(str, given)) if isinstance(given, list) else str(given)
            if places and answer:
                questions.append((name, "number" if any(c.isdigit() for c in answer) else "name", question["question"], answer, places))
    return reports, questions


@torch.no_grad()
def mine(encoder, texts, items, headered_ids, question_ids, device, seed=5):
    """The nearest passages that do not answer a question, in its report and in another one."""
    chance = random.Random(seed)
    questions = encode(encoder, question_ids, device)
    vectors = encode(encoder, headered_ids, device)
    for at, item in enumerate(items):
        own = list(texts.rows(item.report))
        scores = (vectors[own[0] : own[-1] + 1] @ questions[at]).cpu().numpy()
        order = np.argsort(-scores)
        pages = {texts.pages[n] for n in [*item.right, *item.against]}
        item.nearest = [own[n] for n in order[:10]]
        near = [own[n] for n in order[:40] if own[n] not in item.right and own[n] not in item.against]
        if len(own) > 12:
            near = [n for n in near if texts.pages[n] not in pages]
        may_be_wrong = (n for n in near if not states(item.answer, item.kind, texts.texts[n]))
        item.wrong = list(islice(may_be_wrong, MINED))
        other = items[chance.randrange(len(items))].report
        if other != item.report:
            far = list(texts.rows(other))
            best = torch.topk(vectors[far[0] : far[-1] + 1] @ questions[at], min(4, len(far))).indices.tolist()
            item.foreign = [far[n] for n in best if not states(item.answer, item.kind, texts.texts[far[n]])]
    return vectors, questions
