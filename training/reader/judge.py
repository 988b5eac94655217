"""What a reader finds among the passages that the retriever found, on questions it has not learnt from."""

import re
from collections import defaultdict

import numpy as np
import torch
from retriever.batches import half_precision

from .learn import log_shares
from .marks import NUMBER, SENTENCE, digits_of, figures_of, stems
from .model import ANSWERS, NO, SENTENCE as SENTENCE_SCORE, SPAN, YES
from .pairs import pair

WEIGHTS = (0.25, 0.5, 1, 2)
TYPED = ("number", "row", "name", "largest", "change", "list")


@torch.no_grad()
def read(reader, texts, questions, pairs, device, size=256):
    """For each (question, passage): the first token's scores, and the shares of the passage's tokens."""
    found = [None] * len(pairs)
    made = [pair(questions[at], texts.ids[n]) for at, n in pairs]
    order = sorted(range(len(pairs)), key=lambda at: -len(made[at][0]))
    for start in range(0, len(order), size):
        some = order[start : start + size]
        length = len(made[some[0]][0])
        ids, types = np.zeros((len(some), length), np.int64), np.zeros((len(some), length), np.int64)
        valid, inside = np.zeros((len(some), length), bool), np.zeros((len(some), length), bool)
        for row, at in enumerate(some):
            own, first = made[at]
            ids[row, : len(own)], valid[row, : len(own)], types[row, first : len(own)] = own, True, 1
            inside[row, 0] = inside[row, first : len(own) - 1] = True
        ids, types, valid, inside = (torch.from_numpy(one).to(device) for one in (ids, types, valid, inside))
        with half_precision(device, reader.encoder.quantised):
            scores = reader(ids, types, valid)
        shares = [log_shares(scores[:, :, which], inside).exp().cpu().numpy() for which in (SPAN, SENTENCE_SCORE)]
        first_scores = scores[:, 0].cpu().numpy()
        for row, at in enumerate(some):
            own, first = made[at]
            found[at] = (first_scores[row], shares[0][row, first : len(own) - 1], shares[1][row, first : len(own) - 1])
    return found


def standardise(scores):
    return (scores - scores.mean()) / (scores.std() + 1e-9)


def judge_pages(reader, texts, items, question_ids, device, log, title):
    """Page recall of the nearest ten passages, as the retriever orders them and with the reader's opinion."""
    pairs = [(at, n) for at, item in enumerate(items) for n in item.nearest]
    scores = iter(read(reader, texts, question_ids, pairs, device))
    ranks = defaultdict(list)
    for item in items:
        read_scores = np.array([next(scores)[0][ANSWERS] for _ in item.nearest])
        pages = [texts.pages[n] for n in item.nearest]
        right = item.judged_pages or {texts.pages[n] for n in item.right}
        near = np.array(item.closeness)
        ways = {"retriever": near, "reader": read_scores}
        ways.update({f"sum {weight}": near * 12 + weight * read_scores for weight in WEIGHTS})
        for way, own in ways.items():
            ranked = list(dict.fromkeys(pages[n] for n in np.argsort(-own)))
            ranks[way].append(next((n for n, page in enumerate(ranked) if page in right), 99))
    for way, own in ranks.items():
        log(f"{title} ({len(own)}) pages by {way}: " + " ".join(f"{np.mean(np.array(own) < most):.3f}" for most in (1, 3, 5)))


def judge_answers(reader, texts, items, question_ids, device, log, most=5):
    """Which figure or sentence it would give, and how well it knows when it is right."""
    pairs = [(at, n) for at, item in enumerate(items) for n in item.nearest[:most]]
    scores = iter(read(reader, texts, question_ids, pairs, device))
    results = defaultdict(list)
    for item in items:
        best = (0.0, False)
        said = {True: 0.0, False: 0.0}
        for n in item.nearest[:most]:
            first, spans, sentences = next(scores)
            sure = 1 / (1 + np.exp(-first[ANSWERS]))
            text, offsets = texts.texts[n], texts.offsets[n][: len(spans)]
            if item.yes is not None:
                say = 1 / (1 + np.exp(first[NO] - first[YES]))
                said[True] += sure * say
                said[False] += sure * (1 - say)
            is_figure = item.kind in TYPED and NUMBER.search(item.answer)
            for one in (NUMBER if is_figure else SENTENCE).finditer(text):
                inside = (offsets[:, 0] < one.end()) & (offsets[:, 1] > one.start())
                share = float((spans if is_figure else sentences)[inside].sum()) * sure
                if share > best[0]:
                    if is_figure:
                        right = digits_of(one.group()) in {digits_of(number) for number, _ in figures_of(item.answer)}
                    else:
                        wanted = stems(item.answer)
                        right = len(wanted & stems(one.group())) >= max(1, 0.5 * len(wanted))
                    best = (share, right)
        results[item.kind].append(best)
        results["all figures" if item.kind in TYPED and NUMBER.search(item.answer) else "all sentences"].append(best)
        if item.yes is not None:
            results["yes or no"].append((abs(said[True] - said[False]), (said[True] > said[False]) == item.yes))
    for kind, own in sorted(results.items()):
        log(f"{kind:14} {len(own):5} first right {np.mean([right for _, right in own]):.3f}; " + selective(own))


def selective(results):
    """The share right when only so many of all are wrong."""
    found, count = {}, len(results)
    right = wrong = 0
    for sure, is_right in sorted(results, key=lambda one: -one[0]):
        right, wrong = right + is_right, wrong + (not is_right)
        for limit in (0.03, 0.05, 0.1):
            if wrong / count <= limit:
                found[limit] = (right / count, sure)
    return ", ".join(f"{own[0]:.2f} at {limit} wrong (from {own[1]:.2f})" for limit, own in found.items())
