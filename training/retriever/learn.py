"""One training: InfoNCE over passages of the same report, with mined wrong passages and late interaction."""

import random
import time
from collections import defaultdict

import numpy as np
import torch
import torch.nn.functional as F

from .batches import batches, by_length, encode, half_precision, pad
from .steps import Steps

WRONG_MAX = 25
RISING_STEPS = 80
# A passage the model likes that much better than the right one is likely another right one.
MARGIN = 0.03
# A question whose passage is not among so many was badly made.
RANK_MAX = 60
FREE_KINDS = ("real", "written", "cloze", "computed")
LATE_CANDIDATES, LATE_TOKENS = 4, 256


class Training:
    def __init__(self, encoder, corpus, asked, question_ids, settings, device):
        self.encoder, self.corpus, self.device, self.settings = encoder, corpus, device, settings
        self.asked, self.question_ids = asked, question_ids
        self.wrong = [[] for _ in asked]
        self.right = [list(one.right) for one in asked]
        self.seed, self.chance = settings.seed, random.Random(settings.seed)

    # ---------------------------------------------------------------- wrong passages that look right

    @torch.no_grad()
    def mine(self, log):
        """Finds for each question the wrong passages of its report that the encoder likes best now."""
        began = time.time()
        of_report = defaultdict(list)
        for at, one in enumerate(self.asked):
            of_report[one.report].append(at)
        ranks = defaultdict(list)
        questions = encode(self.encoder, self.question_ids, self.device)
        for group in np.array_split(sorted(of_report), max(1, len(of_report) // 40)):
            texts = [self.corpus.texts[n] for report in group for n in range(*self.corpus.rows(report).indices(len(self.corpus.texts)))]
            vectors, start = encode(self.encoder, texts, self.device), 0
            for report in group:
                count = self.corpus.starts[report + 1] - self.corpus.starts[report]
                own = vectors[start : start + count]
                start += count
                some = of_report[report]
                scores = (questions[torch.tensor(some, device=self.device)] @ own.T).cpu().numpy()
                for at, line in zip(some, scores):
                    ranks[self.asked[at].kind].append(self._mine_one(at, line, int(self.corpus.starts[report])))
        middle = {kind: int(np.median(some)) for kind, some in ranks.items()}
        log(f"mined in {time.time() - began:.0f} s; median rank of the right passage {middle}")
        return ranks

    def _mine_one(self, at, scores, start):
        one, keys = self.asked[at], self.corpus.page_keys
        own = scores[[n - start for n in one.right]]
        if len(one.right) > 2:
            # Of a whole page, the two likeliest passages are taken as right.
            self.right[at] = [one.right[n] for n in np.argsort(-own)[:2]]
        pages = {keys[n] for n in one.right}
        best = np.argsort(-scores)[:60] + start
        limit = own.max() + MARGIN
        self.wrong[at] = [int(n) for n in best if keys[n] not in pages and n not in one.open and scores[n - start] < limit][:WRONG_MAX]
        rank = int((scores > own.max()).sum())
        one.rank = rank
        return rank

    def drop_badly_made(self):
        """Leaves out questions that do not lead back to their passage."""
        self._keep([at for at, one in enumerate(self.asked) if one.kind in FREE_KINDS or one.rank < RANK_MAX or self.chance.random() < 0.1])

    def without(self, encoder, is_left_out):
        """The same questions with the same wrong passages for another encoder, less some."""
        other = Training(encoder, self.corpus, self.asked, self.question_ids, self.settings, self.device)
        other.wrong, other.right = list(self.wrong), list(self.right)
        other._keep([at for at, one in enumerate(self.asked) if not is_left_out(one)])
        return other

    def reseed(self, seed):
        """Another order of questions and other wrong passages."""
        self.seed, self.chance = seed, random.Random(seed)
        torch.manual_seed(seed)

    def _keep(self, kept):
        self.asked = [self.asked[at] for at in kept]
        self.question_ids = [self.question_ids[at] for at in kept]
        self.wrong = [self.wrong[at] for at in kept]
        self.right = [self.right[at] for at in kept]

    # ---------------------------------------------------------------- steps

    def run(self, seconds, log):
        settings, encoder = self.settings, self.encoder
        steps = Steps(encoder, settings.rate, RISING_STEPS, self.device)
        began, mined, source = time.time(), False, batches(self.asked, settings.batch, settings.reports, self.seed)
        while (share := (time.time() - began) / seconds) < 1 and steps.count < settings.steps:
            if share > 0.4 and not mined and settings.steps > 1000:
                self.mine(log)
                mined = True
                continue
            some = next(source)
            if len(some) < 2:
                continue
            # Last the model computes as the service will: with 8-bit weights and inputs.
            encoder.quantised = share > settings.quantised_from
            loss, right = self._loss(some)
            steps.take(loss, share)
            if steps.count % 200 == 0 or steps.count < 3:
                log(f"step {steps.count}, {share:.0%}: loss {loss.item():.3f}, right {right.item():.3f}")
        encoder.quantised = False
        log(f"{steps.count} steps in {time.time() - began:.0f} s")

    def _loss(self, some):
        numbers, texts = self._passages(some)
        count = len(some)
        with half_precision(self.device):
            ids, valid = pad([self.question_ids[at] for at in some], self.device)
            question_tokens = self.encoder.tokens(ids, valid)
            passage_tokens, passage_valid, passages = self._encode_passages(texts)
        questions = self.encoder.pool(question_tokens, valid)
        hidden = torch.from_numpy(self._not_wrong(some, numbers)).to(self.device, non_blocking=True)
        scores = (questions @ passages.T / self.settings.temperature).masked_fill(hidden, -1e4)
        target = torch.arange(count, device=self.device)
        loss = F.cross_entropy(scores, target)
        if self.settings.late > 0:
            loss = loss + self.settings.late * self._late_loss(question_tokens, ids, valid, passage_tokens, passage_valid, hidden)
        return loss, (scores.argmax(1) == target).float().mean()

    def _passages(self, some):
        """The right passages first, then wrong ones; a sentence is looked for in its passage without it."""
        numbers, texts = [], []
        for at in some:
            n = self.chance.choice(self.right[at])
            numbers.append(n)
            without = self.asked[at].without
            texts.append(without if without is not None and self.chance.random() < 0.9 else self.corpus.texts[n])
        for at in some:
            for n in self.chance.sample(self.wrong[at], min(self.settings.wrong, len(self.wrong[at]))):
                numbers.append(n)
                texts.append(self.corpus.texts[n])
        return np.array(numbers), texts

    def _encode_passages(self, texts):
        length = LATE_TOKENS
        tokens = valid = None
        vectors, order = [], []
        for part in by_length(texts):
            ids, own = pad([texts[at] for at in part], self.device)
            found = self.encoder.tokens(ids, own)
            vectors.append(self.encoder.pool(found, own))
            order.append(part)
            if self.settings.late > 0:
                gap = length - found.shape[1]
                found, own = F.pad(found, (0, 0, 0, gap)), F.pad(own, (0, gap))
                tokens = found if tokens is None else torch.cat([tokens, found])
                valid = own if valid is None else torch.cat([valid, own])
        back = torch.from_numpy(np.argsort(np.concatenate(order))).to(self.device)
        if tokens is not None:
            tokens, valid = tokens[back], valid[back]
        return tokens, valid, torch.cat(vectors)[back]

    def _not_wrong(self, some, numbers):
        """Passages that must not count as wrong: of a right page, or perhaps right as well."""
        keys = self.corpus.page_keys[numbers]
        places = defaultdict(list)
        for column, n in enumerate(numbers):
            places[int(n)].append(column)
        hidden = np.zeros((len(some), len(numbers)), bool)
        for row, at in enumerate(some):
            one = self.asked[at]
            hidden[row] = np.isin(keys, list({self.corpus.page_keys[n] for n in one.right}))
            for n in one.open:
                for column in places.get(n, ()):
                    hidden[row, column] = True
            hidden[row, row] = False
        return hidden

    def _late_loss(self, question_tokens, ids, valid, passage_tokens, passage_valid, hidden):
        """Each token of the question looks for its nearest in the passage; the right passage must have the nearest."""
        # Half of the questions are enough, and it is the dearest part of a step.
        count, all_passages = hidden.shape[0] // 2, hidden.shape[1]
        paired = all_passages == 2 * hidden.shape[0]
        question_tokens, ids, valid, hidden = question_tokens[:count], ids[:count], valid[:count], hidden[:count]
        own = torch.arange(count, device=self.device)[:, None]
        others = torch.randint(0, all_passages, (count, LATE_CANDIDATES - 1), device=self.device)
        if paired:
            others[:, 0] = own[:, 0] + all_passages // 2
        columns = torch.cat([own, others], 1)
        inner = valid & (ids != 101) & (ids != 102)
        with half_precision(self.device):
            asked = F.normalize(question_tokens.float(), dim=-1)
            found = F.normalize(passage_tokens.float(), dim=-1).to(passage_tokens.dtype)[columns]
            near = torch.einsum("bqh,bclh->bcql", asked.to(found.dtype), found)
        near = near.float().masked_fill(~passage_valid[columns][:, :, None, :], -1).amax(-1)
        weight = inner[:, None, :].float()
        scores = (near * weight).sum(-1) / weight.sum(-1).clamp(min=1) / self.settings.late_temperature
        out = hidden.gather(1, columns) | ((columns == own) & (torch.arange(LATE_CANDIDATES, device=self.device) > 0))
        return F.cross_entropy(scores.masked_fill(out, -1e4), torch.zeros(count, dtype=torch.long, device=self.device))
