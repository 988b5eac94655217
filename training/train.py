"""Trains the retriever.

    python3 training/train.py --data FOLDER --base models/gte-small --out FOLDER [--folds 3 | --final] [--seconds 120]

FOLDER holds reports.jsonl.xz (made by pack.py), real.jsonl (questions with known pages, for training), judge.jsonl
(questions to measure with) and, where there, tatqa_*.json.gz; written questions are those beside this file. With --folds each company is measured by weights that have
seen none of its reports and none of its questions; with --final one model learns from everything and is written.
"""

import argparse
import json
import os
import random
import time
from pathlib import Path

import numpy as np
import torch

from retriever.corpus import Corpus, read_tables
from retriever.encoder import Encoder, write_onnx
from retriever.judge import Judge
from retriever.learn import Training
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
    parser.add_argument("--out", type=Path, default=Path(os.environ.get("OUT", "out")))
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("--only", type=int, default=-1, help="only this fold")
    parser.add_argument("--final", action="store_true")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--members", type=int, default=1, help="trainings whose weights are averaged")
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--rate", type=float, default=4e-5)
    parser.add_argument("--temperature", type=float, default=0.03)
    parser.add_argument("--late", type=float, default=0.2)
    parser.add_argument("--made", type=float, default=0.2, help="share of the questions made by rules")
    parser.add_argument("--late-temperature", type=float, default=0.03)
    parser.add_argument("--batch", type=int, default=384)
    parser.add_argument("--reports", type=int, default=6, help="reports per batch")
    parser.add_argument("--wrong", type=int, default=1, help="mined wrong passages per question")
    parser.add_argument("--quantised-from", type=float, default=0.7, help="share of the time after which arithmetic is 8-bit")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--quick", action="store_true", help="few reports, few questions: does it run at all")
    return parser.parse_args()


def read_lines(file):
    return [json.loads(line) for line in file.read_text(encoding="utf8").splitlines()] if file.exists() else []


def keep_apart(vectors, names, rows, file):
    """Vectors in 8 bits, which is enough to rank with, for measuring with the service's own code."""
    found = {}
    for name in names:
        own = vectors[rows[name]]
        scale = np.abs(own).max(1, keepdims=True) / 127
        found[f"{name}|q"], found[f"{name}|s"] = np.rint(own / scale).astype(np.int8), scale.astype(np.float16)
    np.savez(file, **found)


def blend(encoder, base, share):
    """The trained weights with a share of the base's: often better on what was never seen."""
    mixed = Encoder().to(next(encoder.parameters()).device)
    with torch.no_grad():
        for (_, to), (_, own), (_, first) in zip(mixed.named_parameters(), encoder.named_parameters(), base.named_parameters()):
            to.copy_(own * (1 - share) + first * share)
    return mixed


def show(title, tables):
    for group, ways in tables.items():
        log(f"{title} | {group} ({ways['count']}) | " + " | ".join(f"{way} {ways[way]}" for way in ways if way != "count"))


def train(first, companies, settings, device):
    """Trains from the base model on, without the reports of some companies; the mean of several trainings."""
    mean = None
    for member in range(settings.members):
        encoder = Encoder().to(device)
        encoder.load_state_dict(first.encoder.state_dict())
        training = first.without(encoder, lambda one: first.corpus.reports[one.report].company in companies)
        training.reseed(settings.seed + member)
        training.run(settings.seconds, log)
        weights = encoder.state_dict()
        mean = {name: value / settings.members + (mean[name] if mean else 0) for name, value in weights.items()}
    encoder.load_state_dict(mean)
    return encoder


def main():
    settings = read_settings()
    device, tokenizer, base = begin(settings, settings.base)
    reports = read_reports(settings.data / "reports.jsonl.xz")
    real, judged = read_lines(settings.data / "real.jsonl"), read_lines(settings.data / "judge.jsonl")
    by_name = {one.name: one for one in reports}
    taught = [one for one in reports if one.name in set((settings.data / "taught.txt").read_text().split())]
    for file in sorted(settings.data.glob("tatqa_*.json.gz")):
        tables, questions = read_tables(str(file))
        taught, real = taught + tables, real + questions
    if settings.quick:
        taught, judged = random.sample(taught, 4), random.sample(judged, 6)
    log(f"{len(reports)} reports, {len(taught)} to learn from")
    corpus = Corpus(taught, tokenizer)
    log(f"{len(corpus.texts)} passages, {np.mean([len(one) for one in corpus.texts]):.0f} tokens each")
    asked, ids = corpus.ask(real, read_written(Path(__file__).parent / "written"), settings.made)
    kinds = {kind: sum(one.kind == kind for one in asked) for kind in sorted({one.kind for one in asked})}
    log(f"{len(asked)} questions: {kinds}")
    first = Training(base, corpus, asked, ids, settings, device)
    first.mine(log)
    first.drop_badly_made()
    log(f"{len(first.asked)} questions lead back to their passage")
    results = {}
    companies = sorted({one["company"] for one in judged if one["set"] == "financebench"})
    rounds = [set()] if settings.final else [set(companies[fold :: settings.folds]) for fold in range(settings.folds)]
    for fold, out in enumerate(rounds):
        if settings.only not in (-1, fold):
            continue
        encoder = train(first, out, settings, device)
        own = [one for one in judged if settings.final or one["company"] in out or one["set"] != "financebench"]
        judge = Judge(by_name, own, tokenizer)
        if fold == 0:
            results["base"] = judge.tables(*judge.vectors(base, device))
            show("base", results["base"])
        for share in (0.0, 0.3):
            mixed = blend(encoder, base, share)
            late = (mixed, device) if share == 0 else None
            results[f"fold {fold} base {share}"] = judge.tables(*judge.vectors(mixed, device), late)
            show(f"fold {fold}, {share} of the base", results[f"fold {fold} base {share}"])
        encoder.quantised = True
        passages, questions = judge.vectors(encoder, device)
        results[f"fold {fold} 8-bit"] = judge.tables(passages, questions)
        show(f"fold {fold}, 8-bit", results[f"fold {fold} 8-bit"])
        kept = [name for name in judge.names if settings.final or fold == 0 or by_name[name].company in out]
        keep_apart(passages, kept, judge.rows, settings.out / f"vectors-{'final' if settings.final else fold}.npz")
        np.save(settings.out / f"questions-{'final' if settings.final else fold}.npy", questions.astype(np.float16))
        if settings.final:
            write_onnx(encoder, str(settings.base / "model.onnx"), str(settings.out / "model.onnx"))
        (settings.out / "results.json").write_text(json.dumps(results, indent=1))
    log("done")


if __name__ == "__main__":
    main()
