"""Trains the reader: where in a passage a question is answered, if at all.

    python3 training/train_reader.py --data FOLDER --base models/florin-retriever --tokenizer models/gte-small --out FOLDER

FOLDER holds what train.py reads. Written questions of the reports in reader/apart.txt are only measured with. With
--layers, the reader with all layers teaches one with fewer afterwards.
"""

import argparse
import json
import random
import time
from pathlib import Path

import numpy as np
import torch
from reader.general import read_general, to_general_items
from reader.judge import judge_answers, judge_pages
from reader.learn import Learning
from reader.model import Reader, shortened, write_reader
from reader.pairs import Item, Texts, mine, read_items, read_table_questions
from retriever.batches import to_ids
from retriever.reports import read_reports
from retriever.steps import begin
from retriever.written import read_written

BEGAN = time.time()


def log(text):
    print(f"[{time.time() - BEGAN:6.1f}] {text}", flush=True)


def read_settings():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--general", type=Path, help="SQuAD and BoolQ, to begin with")
    parser.add_argument("--general-seconds", type=float, default=80)
    parser.add_argument("--layers", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=150)
    parser.add_argument("--taught-seconds", type=float, default=150)
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=6e-5)
    parser.add_argument("--members", type=int, default=1, help="trainings whose mean is taken")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--quick", action="store_true", help="few reports: does it run at all")
    return parser.parse_args()


def judged_items(texts, file):
    numbers = {report.name: at for at, report in enumerate(texts.reports)}
    found = []
    for line in file.read_text(encoding="utf8").splitlines():
        one = json.loads(line)
        if one["report"] in numbers and one["pages"]:
            item = Item(numbers[one["report"]], one["kind"], one["question"], "", [], [])
            item.judged_pages, item.set = set(one["pages"]), one["set"]
            found.append(item)
    return found


def copy_of(model):
    return {name: value.detach().clone() for name, value in model.state_dict().items()}


def find_nearest(texts, items, vectors, questions):
    for at, item in enumerate(items):
        own = texts.rows(item.report)
        scores = vectors[own[0] : own[-1] + 1] @ questions[at]
        best = torch.topk(scores, min(10, len(own)))
        item.nearest = [own[n] for n in best.indices.tolist()]
        item.closeness = best.values.tolist()


def main():
    settings = read_settings()
    device, tokenizer, base = begin(settings, settings.tokenizer)
    reports = read_reports(settings.data / "reports.jsonl.xz")
    apart = set((Path(__file__).parent / "reader" / "apart.txt").read_text().split())
    written = read_written(Path(__file__).parent / "written")
    if settings.quick:
        named = {one.report for one in written}
        learnt = [one for one in reports if one.name in named and one.name not in apart]
        reports = learnt[:2] + [one for one in reports if one.name in apart][:1]
        for one in reports:
            one.passages = one.passages[:60]
    tables, questions = read_table_questions(settings.data / "tatqa_gold.json.gz")
    if settings.quick:
        tables, questions = tables[:3], [one for one in questions if one[0] in {table.name for table in tables[:3]}]
    articles, about_articles = read_general(settings.general) if settings.general else ([], [])
    texts = Texts(reports + tables + articles, tokenizer)
    items = read_items(texts, written, questions)
    general = to_general_items(texts, about_articles)
    judged = judged_items(texts, settings.data / "judge.jsonl")
    log(f"{len(reports)} reports, {len(texts.texts)} passages, {len(items)} questions; "
        f"figures or names found in {np.mean([any(m and m.is_typed for m in one.marks) for one in items]):.2f}, "
        f"a sentence in {np.mean([any(one.marks) for one in items]):.2f}")
    whole = items + judged + general
    vectors, asked = mine(base, texts, whole, to_ids(tokenizer, texts.texts, 256), to_ids(tokenizer, [one.text for one in whole], 96), device)
    find_nearest(texts, whole, vectors, asked)
    log("mined")
    ids = texts.question_ids(whole)
    taught = [at for at, one in enumerate(items) if texts.reports[one.report].name not in apart]
    held = [at for at, one in enumerate(items) if texts.reports[one.report].name in apart]
    pick = lambda some: ([whole[at] for at in some], [ids[at] for at in some])
    log(f"{len(taught)} to learn from, {len(held)} apart")

    def measure(reader, title):
        reader.eval()
        reader.encoder.quantised = True
        judge_pages(reader, texts, *pick(held), device, log, f"{title}, apart")
        for name in sorted({one.set for one in judged}):
            own = [len(items) + at for at, one in enumerate(judged) if one.set == name]
            judge_pages(reader, texts, *pick(own), device, log, f"{title}, {name}")
        judge_answers(reader, texts, *pick(held), device, log)
        reader.encoder.quantised = False
        reader.train()

    teacher = Reader().to(device)
    teacher.encoder.load_state_dict(base.state_dict())
    if general:
        some = range(len(items) + len(judged), len(whole))
        Learning(teacher, texts, *pick(some), settings, device, wrong=2).run(settings.general_seconds, settings.rate, log)
    begun, members = copy_of(teacher), []
    for member in range(settings.members):
        teacher.load_state_dict(begun)
        learning = Learning(teacher, texts, *pick(taught), settings, device)
        learning.chance = random.Random(settings.seed + member)
        learning.run(settings.seconds, settings.rate, log)
        members.append(copy_of(teacher))
    teacher.load_state_dict({name: sum(one[name] for one in members) / len(members) for name in begun})
    measure(teacher, "all layers")
    write_reader(teacher, str(settings.base / "model.onnx"), str(settings.out / "model.onnx"))
    if settings.layers == 0:
        return
    student = shortened(teacher, settings.layers)
    Learning(student, texts, *pick(taught), settings, device, teacher).run(settings.taught_seconds, settings.rate, log)
    measure(student, f"{settings.layers} layers")
    write_reader(student, str(settings.base / "model.onnx"), str(settings.out / f"model-{settings.layers}.onnx"))
    log("done")


if __name__ == "__main__":
    main()
