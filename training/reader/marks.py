"""Where a written answer stands in a passage: the figures or names themselves, and the sentence or row they are in."""

import re
from dataclasses import dataclass

NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
YEAR = re.compile(r"(?:19|20)\d\d$")
WORD = re.compile(r"[^\W\d_]{3,}|\d[\d,.]*\d|\d")
SENTENCE = re.compile(r"[^\n]+?(?:[.!?;](?=\s)|$)", re.M)
COMMON = set(
    "the and for with from what which how much many did does was were are its this that their than has have had been "
    "who why when will would could can may not any all into over per out about between during after before under".split()
)
SMALL = {word: str(n) for n, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())}


@dataclass
class Mark:
    """Character ranges. `is_typed`: figures or names of the answer were found, not only a sentence like it."""

    spans: list
    sentence: tuple
    is_typed: bool


def digits_of(number):
    """Its figures without scale: 1.2, 1,200 and 1200000 agree, and 1.25 does not."""
    return number.replace(",", "").replace(".", "").strip("0") or "0"


def stems(text):
    return {SMALL.get(word, word[:6]) for word in (found.lower() for found in WORD.findall(text)) if word not in COMMON}


def figures_of(answer):
    found = [(one.group(), answer[one.end() : one.end() + 2].strip().startswith("%")) for one in NUMBER.finditer(answer)]
    found += [(SMALL[word], False) for word in re.findall(r"[a-z]+", answer.lower()) if word in SMALL]
    return [one for one in found if not YEAR.match(one[0])] or found


def spans_of_figures(answer, text):
    asked = figures_of(answer)
    found = []
    for one in NUMBER.finditer(text):
        for number, _ in asked:
            alike = one.group().replace(",", "") == number.replace(",", "")
            if alike or len(digits_of(number)) >= 3 and digits_of(number) == digits_of(one.group()):
                found.append(one.span())
                break
    for word, number in SMALL.items():
        if any(number == own for own, _ in asked):
            found += [one.span() for one in re.finditer(rf"\b{word}\b", text, re.I)]
    return found


def spans_of_names(answer, text):
    low, found = text.lower(), []
    for part in re.split(r"[,;(]| and | or ", answer):
        name = re.sub(r"^(?:the|a|an|yes|no)\b", "", part.strip(" .)"), flags=re.I).strip().lower()
        if len(name) < 3 or name in COMMON:
            continue
        at = low.find(name)
        while at >= 0 and len(found) < 40:
            found.append((at, at + len(name)))
            at = low.find(name, at + len(name))
    return found


def mark(question, answer, kind, text):
    """The place of the answer in a passage, or None where it cannot be told."""
    sentences = [one.span() for one in SENTENCE.finditer(text) if one.group().strip()]
    if not sentences:
        return None
    spans = []
    if kind not in ("yesno", "summary", "reason", "policy"):
        spans = spans_of_figures(answer, text) if NUMBER.search(answer) or set(answer.lower().split()) & set(SMALL) else []
        spans = spans or spans_of_names(answer, text)
    wanted, asked = stems(answer), stems(question)
    scored = []
    for start, end in sentences:
        own = stems(text[start:end])
        inside = [span for span in spans if start <= span[0] < end]
        scored.append((2.0 * len(inside) + len(own & wanted) + 0.5 * len(own & asked), len(own & wanted), (start, end), inside))
    best = max(scored, key=lambda one: one[0])
    if best[3]:
        return Mark(best[3], best[2], True)
    if best[1] >= 2 or kind == "yesno" and best[0] >= 2:
        return Mark([], best[2], False)
    return None


def states(answer, kind, text):
    """Whether a passage may state the answer as well, so that it must not count as one that does not."""
    if NUMBER.search(answer):
        long = [number for number, _ in figures_of(answer) if len(digits_of(number)) >= 2]
        printed, bare = {number.replace(",", "") for number in long}, {digits_of(number) for number in long}
        found = [one.group() for one in NUMBER.finditer(text)]
        return any(one.replace(",", "") in printed or len(digits_of(one)) >= 3 and digits_of(one) in bare for one in found)
    if kind in ("name", "list", "largest"):
        return bool(spans_of_names(answer, text))
    wanted = stems(answer)
    return len(wanted) >= 2 and len(wanted & stems(text)) >= 0.8 * len(wanted)
