"""Page recall of questions with known pages: vectors alone, words alone, both."""

import math
import re
from collections import Counter, defaultdict

import numpy as np
import torch
import torch.nn.functional as F

from .batches import PASSAGE_TOKENS, QUESTION_TOKENS, encode, half_precision, pad, to_ids
from .reports import with_header

STOP = set("the a an of in to for and or is was were are be by on at as with from what how much many did does do its it this that which who why when".split())
RANKS = (1, 3, 5, 10)
LATE_PASSAGES = 20


def words_of(text):
    words = re.findall(r"[a-z0-9]+(?:[.,][0-9]+)*", text.lower())
    return [word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word for word in words]


class WordIndex:
    """BM25 over the passages of one report."""

    def __init__(self, texts):
        counts = [Counter(words_of(text)) for text in texts]
        self.lengths = np.array([max(1, sum(one.values())) for one in counts])
        self.postings = defaultdict(list)
        for at, one in enumerate(counts):
            for word, count in one.items():
                self.postings[word].append((at, count))

    def score(self, question):
        scores, total, mean = np.zeros(len(self.lengths)), len(self.lengths), self.lengths.mean()
        for word in set(words_of(question)) - STOP:
            found = self.postings.get(word, ())
            rarity = math.log(1 + (total - len(found) + 0.5) / (len(found) + 0.5))
            for at, count in found:
                scores[at] += rarity * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * self.lengths[at] / mean))
        return scores


def standardise(scores):
    return (scores - scores.mean()) / (scores.std() + 1e-9)


def rank_pages(scores, pages):
    best = {}
    for page, score in zip(pages, scores):
        best[page] = max(best.get(page, -1e9), score)
    return sorted(best, key=lambda page: -best[page])


def recall(rankings):
    return [round(float(np.mean([bool(set(ranked[:most]) & set(right)) for ranked, right in rankings])), 3) for most in RANKS]


class Judge:
    """Asks the same questions of any encoder. `questions`: report, set, question, pages, kind."""

    def __init__(self, reports, questions, tokenizer):
        self.questions = [one for one in questions if one["report"] in reports]
        self.names = sorted({one["report"] for one in self.questions})
        self.pages, self.index, texts, self.rows = {}, {}, [], {}
        for name in self.names:
            own = [with_header("", one) for one in reports[name].passages]
            self.rows[name] = slice(len(texts), len(texts) + len(own))
            self.pages[name] = [one.page for one in reports[name].passages]
            self.index[name] = WordIndex(own)
            texts += own
        self.texts = to_ids(tokenizer, texts, PASSAGE_TOKENS * 2)
        self.asked = to_ids(tokenizer, [one["question"] for one in self.questions], QUESTION_TOKENS * 2)
        self.words = [self.index[one["report"]].score(one["question"]) for one in self.questions]

    def vectors(self, encoder, device):
        return encode(encoder, self.texts, device).cpu().numpy(), encode(encoder, self.asked, device).cpu().numpy()

    @torch.no_grad()
    def late(self, encoder, device, question, best, name):
        """How well each token of a question is met by the best passages of a report."""
        start = self.rows[name].start
        with half_precision(device):
            own = encoder.tokens(*pad([self.asked[question]], device)).float()
            ids, valid = pad([self.texts[start + at] for at in best], device)
            found = encoder.tokens(ids, valid).float()
        own = F.normalize(own, dim=-1)[0, 1 : len(self.asked[question]) - 1]
        near = torch.einsum("qh,plh->pql", own, F.normalize(found, dim=-1)).masked_fill(~valid[:, None, :], -1)
        return near.amax(-1).mean(-1).cpu().numpy()

    def tables(self, passages, asked, late=None):
        """`late` is the encoder and the device to put the best twenty passages in a new order with."""
        rankings = defaultdict(lambda: defaultdict(list))
        for at, one in enumerate(self.questions):
            near, pages = passages[self.rows[one["report"]]] @ asked[at], self.pages[one["report"]]
            both = standardise(near) + standardise(self.words[at])
            ways = {"vectors": near, "words": self.words[at], "both": both}
            if late:
                best = np.argsort(-both)[:LATE_PASSAGES]
                again = both.copy()
                again[best] = both.max() + 10 + standardise(both[best]) + standardise(self.late(*late, at, best, one["report"]))
                ways["late"] = again
            for way, scores in ways.items():
                ranked = (rank_pages(scores, pages), one["pages"])
                for group in (one["set"], f"{one['set']}: {one['kind']}"):
                    rankings[group][way].append(ranked)
        return {group: {"count": len(next(iter(ways.values()))), **{way: recall(some) for way, some in ways.items()}} for group, ways in sorted(rankings.items())}
