"""Questions over ordinary texts, to learn reading from before reports are read: SQuAD 2.0 and BoolQ."""

import json

from retriever.reports import Passage, Report

from .marks import SENTENCE, Mark
from .pairs import Item

OPEN_SETS = "*.json", "*.jsonl"


def read_general(folder):
    """Articles as reports, and their questions as (name of the article, kind, question, answer, passage, place or None).

    SQuAD's questions without an answer have no place and no passage that answers them: the one they were written over
    is what they are told apart from.
    """
    spans, yes_or_no = OPEN_SETS
    reports, questions = [], []
    for file in sorted(folder.glob(spans)):
        for article in json.loads(file.read_text(encoding="utf8"))["data"]:
            add_article(article, f"{file.stem} {article['title']}", reports, questions)
    for file in sorted(folder.glob(yes_or_no)):
        lines = [json.loads(line) for line in file.read_text(encoding="utf8").splitlines()]
        reports.append(Report(file.stem, "", None, [Passage(n, one["title"], one["passage"], False) for n, one in enumerate(lines)]))
        for n, one in enumerate(lines):
            questions.append((file.stem, "yesno", one["question"], "Yes" if one["answer"] else "No", n, None))
    return reports, questions


def add_article(article, name, reports, questions):
    passages = [Passage(n, "", one["context"], False) for n, one in enumerate(article["paragraphs"])]
    reports.append(Report(name, "", None, passages))
    for n, paragraph in enumerate(article["paragraphs"]):
        for one in paragraph["qas"]:
            if one.get("is_impossible"):
                questions.append((name, "name", one["question"], "", n, None))
            elif one["answers"]:
                given = min(one["answers"], key=lambda answer: len(answer["text"]))
                start, end = given["answer_start"], given["answer_start"] + len(given["text"])
                sentence = next((s.span() for s in SENTENCE.finditer(paragraph["context"]) if s.start() <= start < s.end()), (start, end))
                questions.append((name, "name", one["question"], given["text"], n, Mark([(start, end)], sentence, True)))


def to_general_items(texts, questions):
    numbers, found = {report.name: at for at, report in enumerate(texts.reports)}, []
    for name, kind, text, answer, n, place in questions:
        at = numbers[name]
        passage = int(texts.starts[at]) + n
        item = Item(at, kind, text, answer, [passage], [place])
        if answer == "":
            item.right, item.marks, item.against = [], [], [passage]
        found.append(item)
    return found
