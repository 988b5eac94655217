"""One training of a reader, by itself or taught by a larger one."""

import random
import time

import numpy as np
import torch
import torch.nn.functional as F
from retriever.batches import by_length, half_precision
from retriever.steps import Steps

from .model import ANSWERS, NO, SENTENCE, SPAN, YES
from .pairs import pair, tokens_within

FAR = 1
RISING_STEPS = 60
OUTSIDE = -1e4


class Batch:
    """Pairs of like length, padded, with what is known of each."""

    def __init__(self, pairs, device):
        length = -(-max(len(one["ids"]) for one in pairs) // 16) * 16
        shape = (len(pairs), length)
        ids, types, valid = np.zeros(shape, np.int64), np.zeros(shape, np.int64), np.zeros(shape, bool)
        inside = np.zeros(shape, bool)
        gold, known = np.zeros((2, *shape), bool), np.zeros((2, len(pairs)), bool)
        for at, one in enumerate(pairs):
            count, first = len(one["ids"]), one["first"]
            ids[at, :count], valid[at, :count], types[at, first:count] = one["ids"], True, 1
            inside[at, 0] = inside[at, first : count - 1] = True
            for part in range(2):
                tokens = one["gold"][part]
                if tokens is None:
                    continue
                shown = tokens[: count - 1 - first]
                if one["right"] and not shown.any():
                    continue
                known[part, at] = True
                gold[part, at, first : first + len(shown)] = shown
                gold[part, at, 0] = not one["right"]
        send = lambda array: torch.from_numpy(array).to(device, non_blocking=True)
        self.ids, self.types, self.valid, self.inside = send(ids), send(types), send(valid), send(inside)
        self.gold, self.known = send(gold), send(known)
        self.right = torch.tensor([float(one["right"]) for one in pairs], device=device)
        self.yes = torch.tensor([-1 if one["yes"] is None else int(not one["yes"]) for one in pairs], device=device)
        self.group = torch.tensor([one["group"] for one in pairs], device=device)


def log_shares(scores, inside):
    """How likely each token is the place, the first token standing for none."""
    return F.log_softmax(scores.masked_fill(~inside, OUTSIDE), 1)


class Learning:
    def __init__(self, reader, texts, items, question_ids, settings, device, teacher=None, wrong=4):
        self.reader, self.texts, self.items, self.question_ids = reader, texts, items, question_ids
        self.settings, self.device, self.teacher, self.wrong = settings, device, teacher, wrong
        self.chance = random.Random(settings.seed)

    def run(self, seconds, rate, log):
        reader = self.reader
        steps = Steps(reader, rate, RISING_STEPS, self.device)
        began, order, seen = time.time(), [], 0
        while (share := (time.time() - began) / seconds) < 1 and steps.count < self.settings.steps:
            if len(order) < self.settings.batch:
                more = list(range(len(self.items)))
                self.chance.shuffle(more)
                order += more
            some, order = order[: self.settings.batch], order[self.settings.batch :]
            seen += len(some)
            reader.encoder.quantised = share > 0.75
            loss, parts = self.loss(some)
            steps.take(loss, share)
            if steps.count % 100 == 0 or steps.count < 3:
                log(f"step {steps.count}, {share:.0%}: " + " ".join(f"{name} {value:.3f}" for name, value in parts.items()))
        reader.encoder.quantised = False
        log(f"{steps.count} steps, {seen / len(self.items):.1f} times each question, in {time.time() - began:.0f} s")

    def pairs_of(self, some):
        found = []
        for group, at in enumerate(some):
            item, question = self.items[at], self.question_ids[at]
            if item.right:
                found.append(self.right_pair(item, question, self.chance.randrange(len(item.right)), group))
            # The nearest wrong passages are what the reader will be shown most.
            near = [item.wrong[int(self.chance.random() ** 1.5 * len(item.wrong))] for _ in range(self.wrong)] if item.wrong else []
            far = self.chance.sample(item.foreign, min(FAR, len(item.foreign))) if self.chance.random() < 0.5 else []
            for n in [*item.against, *dict.fromkeys(near), *far]:
                ids, first = pair(question, self.texts.ids[n])
                nowhere = np.zeros(len(self.texts.ids[n]), bool)
                found.append({"ids": ids, "first": first, "right": False, "gold": (nowhere, nowhere), "yes": None, "group": group})
        return found

    def right_pair(self, item, question, which, group):
        n, place = item.right[which], item.marks[which]
        ids, first = pair(question, self.texts.ids[n])
        offsets = self.texts.offsets[n]
        spans = tokens_within(offsets, place.spans) if place and place.is_typed else None
        sentence = tokens_within(offsets, [place.sentence]) if place else None
        return {"ids": ids, "first": first, "right": True, "gold": (spans, sentence), "yes": item.yes, "group": group}

    def loss(self, some):
        pairs = self.pairs_of(some)
        answers, rights, groups = [], [], []
        parts, counts = {}, {}

        def add(name, values, weight=1.0):
            if len(values):
                parts[name] = parts.get(name, 0) + weight * values.sum()
                counts[name] = counts.get(name, 0) + len(values)

        for part in by_length([one["ids"] for one in pairs]):
            batch = Batch([pairs[at] for at in part], self.device)
            with half_precision(self.device):
                scores = self.reader(batch.ids, batch.types, batch.valid)
            taught = None
            if self.teacher is not None:
                with torch.no_grad(), half_precision(self.device):
                    taught = self.teacher(batch.ids, batch.types, batch.valid)
            for which, name in ((SPAN, "span"), (SENTENCE, "sentence")):
                shares = log_shares(scores[:, :, which], batch.inside)
                found = torch.logsumexp(shares.masked_fill(~batch.gold[which], OUTSIDE), 1)
                add(name, -found[batch.known[which]])
                if taught is not None:
                    goal = log_shares(taught[:, :, which], batch.inside)
                    add(f"{name} taught", (goal.exp() * (goal - shares)).sum(1))
            own = scores[:, 0, ANSWERS]
            add("answers", F.binary_cross_entropy_with_logits(own, batch.right, reduction="none"))
            if taught is not None:
                add("answers taught", F.binary_cross_entropy_with_logits(own, taught[:, 0, ANSWERS].sigmoid(), reduction="none"))
            decided = batch.yes >= 0
            if decided.any():
                add("yes", F.cross_entropy(scores[decided][:, 0, [YES, NO]], batch.yes[decided], reduction="none"), 0.5)
            answers.append(own)
            rights.append(batch.right)
            groups.append(batch.group)
        add("first", self.ranking(torch.cat(answers), torch.cat(rights), torch.cat(groups), len(some)), 0.5)
        total = sum(parts[name] / counts[name] for name in parts)
        return total, {name: (parts[name] / counts[name]).item() for name in parts}

    def ranking(self, answers, rights, groups, count):
        """The right passage must be liked best of those shown with the same question."""
        table = torch.full((count, 16), OUTSIDE, device=self.device)
        place = torch.zeros(len(groups), dtype=torch.long, device=self.device)
        order = torch.argsort(groups * 2 - rights.long(), stable=True)
        sizes = torch.bincount(groups, minlength=count)
        begins = torch.cumsum(sizes, 0) - sizes
        place[order] = torch.arange(len(groups), device=self.device) - begins[groups[order]]
        table = table.index_put((groups, place), answers)
        answered = torch.bincount(groups, weights=rights, minlength=count) > 0
        table = table[answered]
        count = len(table)
        return F.cross_entropy(table, torch.zeros(count, dtype=torch.long, device=self.device), reduction="none")
