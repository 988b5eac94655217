"""Texts as token ids, on the device, and batches of questions in which most wrong passages are of the same report."""

import random
from collections import defaultdict

import numpy as np
import torch

PASSAGE_TOKENS, QUESTION_TOKENS, END = 256, 96, 102


def read_tokenizer(file):
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(file)
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def to_ids(tokenizer, texts, most):
    found = []
    for start in range(0, len(texts), 20_000):
        for one in tokenizer.encode_batch(texts[start : start + 20_000]):
            ids = one.ids if len(one.ids) <= most else one.ids[: most - 1] + [END]
            found.append(np.asarray(ids, np.int32))
    return found


def pad(texts, device, step=16):
    length = -(-max(len(one) for one in texts) // step) * step
    ids = np.zeros((len(texts), length), np.int64)
    valid = np.zeros((len(texts), length), bool)
    for at, one in enumerate(texts):
        ids[at, : len(one)], valid[at, : len(one)] = one, True
    ids, valid = torch.from_numpy(ids), torch.from_numpy(valid)
    if device.type == "cuda":
        ids, valid = ids.pin_memory(), valid.pin_memory()
    return ids.to(device, non_blocking=True), valid.to(device, non_blocking=True)


def by_length(texts, groups=3):
    """Positions of texts in groups of like length, so that little is padding."""
    order = np.argsort([len(one) for one in texts], kind="stable")
    return [part for part in np.array_split(order, groups) if len(part)]


@torch.no_grad()
def encode(encoder, texts, device, tokens_per_batch=131_072):
    """Vectors of many texts, in their order."""
    found = torch.empty(len(texts), 384, device=device)
    order = sorted(range(len(texts)), key=lambda at: -len(texts[at]))
    start = 0
    while start < len(order):
        some = order[start : start + max(1, tokens_per_batch // len(texts[order[start]]))]
        start += len(some)
        with half_precision(device, encoder.quantised):
            found[torch.tensor(some, device=device)] = encoder(*pad([texts[at] for at in some], device)).float()
    return found


def half_precision(device, is_exact=False):
    return torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda" and not is_exact)


def batches(questions, size, reports_per_batch, seed):
    """Endless batches of question numbers. Each takes its questions from few reports."""
    chance = random.Random(seed)
    share = max(2, size // reports_per_batch)
    while True:
        of_report = defaultdict(list)
        for at, question in enumerate(questions):
            of_report[question.report].extend([at] * question.weight)
        parts, rest = [], []
        for some in of_report.values():
            chance.shuffle(some)
            whole = len(some) // share * share
            parts += [some[start : start + share] for start in range(0, whole, share)]
            rest += some[whole:]
        chance.shuffle(rest)
        parts += [rest[start : start + share] for start in range(0, len(rest), share)]
        chance.shuffle(parts)
        for start in range(0, len(parts), reports_per_batch):
            yield [at for part in parts[start : start + reports_per_batch] for at in part]
