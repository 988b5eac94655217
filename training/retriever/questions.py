"""Questions that passages answer, made from the passages themselves."""

import random
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from .reports import FIGURE, YEAR
from .wording import COMPUTED, FACTS, FIGURES, STATEMENTS


@dataclass
class Question:
    kind: str
    text: str
    """Passages that answer it."""
    right: list
    """Passages that may answer it as well: never counted as wrong."""
    open: list = field(default_factory=list)
    """How often it is asked in a round."""
    weight: int = 1


# Of the questions of one report, how many may be of each kind.
SHARES = {"row": 260, "why": 130, "heading": 110, "fact": 110, "cloze": 90, "computed": 90, "amount": 110, "compare": 70, "verdict": 60, "person": 30}
OPEN_MAX = 14
POOR_LABEL = re.compile(
    r"^(total|other|net|see|page|item|note|in|of|and|the|as|for|or|on|at|to|years? ended|balance|adjustments?|change|increase|decrease)\b.{0,12}$"
    r"|december|january|^.{0,3}$|exhibit|registrant|commission|incorporated", re.I)
POOR_HEADING = re.compile(
    r"^(date|title|name|by|signatures?|united states|available|part [iv]+|form \w+|table of contents|continued|contents|address|annual report.*)$", re.I)
SENTENCE_END = re.compile(r"(?<=[a-z0-9)%”\"]\.)\s+(?=[A-Z“\"])")


class Asker:
    """Makes the questions of one report, always the same ones."""

    def __init__(self, report):
        self.report = report
        self.chance = random.Random(report.name)
        self.found = defaultdict(list)

    def ask_all(self):
        figures = self._places_of_figures()
        for at, passage in enumerate(self.report.passages):
            self._ask_rows(at, passage, figures)
            self._ask_comparison(at, passage)
            self._ask_heading(at, passage)
            self._ask_facts(at, passage)
            if not passage.is_table:
                self._ask_sentences(at, passage)
        self._ask_computed()
        self._merge_facts()
        return [one for kind, some in self.found.items() for one in self._sample(some, SHARES[kind])]

    # ---------------------------------------------------------------- words

    def pick(self, options):
        return self.chance.choice(options)

    def company(self):
        """How a question names the company: mostly not at all."""
        short = self.report.short_name
        drawn = self.chance.random()
        if drawn < 0.4 or not short:
            return self.pick(["the company", "the company", "the group", "they"])
        return short

    def owner(self):
        name = self.company()
        return self.pick(["the", "its", "our", "the company's"]) if name in ("they", "the company", "the group") else f"{name}'s"

    def fiscal(self, year):
        if not year:
            return "the last fiscal year"
        return self.pick([f"FY{year}", f"FY {year}", f"{year}", f"fiscal {year}", f"fiscal year {year}", f"{year}", f"FY{str(year)[2:]}"])

    def fill(self, template):
        year = self.report.year or 2020
        return template.format(c=self.company(), p=self.owner(), y=year, y0=year - 1, n=year + 1, f=self.fiscal(year))

    def _add(self, kind, text, right, open=()):
        text = re.sub(r"\s+", " ", text).strip()
        text = text[:1].upper() + text[1:] if self.chance.random() < 0.7 else text
        if len(text) > 6:
            self.found[kind].append(Question(kind, text, list(right), sorted(set(open) - set(right))[:OPEN_MAX]))

    def _sample(self, questions, most):
        return questions if len(questions) <= most else self.chance.sample(questions, most)

    def _places_of_figures(self):
        places = defaultdict(set)
        for at, passage in enumerate(self.report.passages):
            for figure in set(FIGURE.findall(passage.text)):
                if is_distinct(figure):
                    places[figure].add(at)
        return places

    # ---------------------------------------------------------------- tables

    def _ask_rows(self, at, passage, figures):
        rows = [row for row in passage.rows if not POOR_LABEL.search(row.label) and len(row.label) < 80 and len(row.label.split()) < 12]
        self.chance.shuffle(rows)
        rows.sort(key=lambda row: not any(pattern.search(row.label) for pattern, _ in FIGURES))
        for row in rows[:3]:
            distinct = [one for value in row.values for one in FIGURE.findall(value) if is_distinct(one)]
            same = set().union(*(figures[one] for one in distinct[:2])) if distinct else set()
            self._add("row", self._row_question(row, passage.section), [at], same if len(same) < 25 else ())

    def _row_question(self, row, section):
        label = lower_first(re.sub(r"\s*\((?:[a-z]|\d|note.*?)\)$", "", row.label, flags=re.I))
        names = next((names for pattern, names in FIGURES if pattern.search(row.label)), None)
        thing = self.pick(names) if names and self.chance.random() < 0.65 else label
        years = [year for year in row.years if 1995 < year < 2032]
        year = self.pick(years[:2]) if years else self.report.year
        when, owner, company = self.fiscal(year), self.owner(), self.company()
        bare = re.sub(r"^the ", "", thing)
        options = [
            f"What was {owner} {bare} in {when}?", f"What is {owner} {when} {bare}?", f"How much {bare} did {company} report in {when}?",
            f"{self.report.short_name} {bare} {when}", f"{bare} {when}?", f"What is the {when} {bare} amount for {company}?", f"How high was {thing} in {when}?",
            f"What did {company} report for {thing} in {when}?", f"Tell me {owner} {bare} for {when}", f"how much was {thing} at the end of {when}",
        ]
        if year:
            before = year - 1
            options += [
                f"How did {thing} change from {before} to {year}?", f"By how much did {thing} grow or fall between {before} and {year}?",
                f"Is {owner} {bare} up or down in {when} against the prior year?", f"What is the year over year change in {thing} in {when}?", f"Did {thing} improve in {when}?",
            ]
        if 5 < len(section) < 60 and self.chance.random() < 0.25:
            where = section.lower()
            options = [f"What was {thing} in {where} in {when}?", f"{section.capitalize()}: {bare} in {when}?", f"How much of {where} was {thing} in {when}?"]
        return self.pick(options)

    def _ask_comparison(self, at, passage):
        rows = [row for row in passage.rows if not POOR_LABEL.search(row.label) and len(row.label) < 60]
        section = passage.section.lower()
        if len(rows) < 4 or not 8 < len(section) < 60 or self.chance.random() > 0.4:
            return
        one, other = (lower_first(row.label) for row in self.chance.sample(rows, 2))
        labels = " ".join(row.label for row in rows).lower()
        thing = "region" if re.search(r"europe|asia|america|united|china|emea|japan", labels) else "segment" if "segment" in section else self.pick(["item", "category", "component", "one"])
        year = f" in {self.report.year}" if self.report.year else ""
        self._add("compare", self.pick([
            f"Which {thing} was the largest in {section}?", f"What is the biggest {thing} under {section}?", f"Which {thing} grew the most in {section}?",
            f"Which is larger, {one} or {other}?", f"Was {one} higher than {other}{year}?", f"smallest {thing} in {section}", f"{section} by {thing}",
            f"Which {thing} fell the most, {one} or {other}?", f"Did {one} exceed {other}{year}?", f"Which {thing} had the highest figure for {section}{year}?",
        ]), [at])

    # ---------------------------------------------------------------- headings and sentences

    def _ask_heading(self, at, passage):
        heading = passage.section
        if len(heading) < 5 or POOR_HEADING.search(heading) or POOR_LABEL.search(heading) or not re.search("[a-z]{3}", heading, re.I) or len(heading.split()) > 14:
            return
        topic = " ".join(word if word.isupper() and len(word) < 6 else word.lower() for word in heading.split())
        topic, company = heading.lower() if heading.isupper() else topic, self.company()
        self._add("heading", self.pick([
            f"What does {company} say about {topic}?", f"What are the {topic}?", f"Describe {topic}", topic, f"Summarise the section on {topic}",
            f"Tell me about {topic} at {company}", f"Explain {topic}", f"What is said on {topic} in the report?", f"What are the main points on {topic}?", f"What is {company}'s {topic}?",
        ]), [at], self._same_section(at))

    def _same_section(self, at):
        passages = self.report.passages
        return [other for other in range(max(0, at - 8), min(len(passages), at + 9)) if passages[other].heading == passages[at].heading]

    def _ask_facts(self, at, passage):
        for pattern, questions in FACTS if not passage.is_table else ():
            if pattern.search(passage.text) and self.chance.random() < 0.5:
                self._add("fact", self.fill(self.pick(questions)), [at])

    def _merge_facts(self):
        """A question that fits many passages of a report asks for none of them; of few, each is right."""
        places = defaultdict(list)
        for one in self.found["fact"]:
            places[one.text].append(one.right[0])
        self.found["fact"] = [
            Question("fact", text, [self.pick(some)], sorted(set(some))[:OPEN_MAX]) for text, some in places.items() if len(some) <= 8
        ]

    def _ask_sentences(self, at, passage):
        sentences = SENTENCE_END.split(passage.text)
        for sentence in sentences:
            reason = find_change(sentence)
            if reason:
                for _ in range(2):
                    self._add("why", self._why_question(*reason, sentence), [at])
            if 6 <= len(sentence.split()) <= 60:
                if re.search(r"\d", sentence):
                    amount = self._amount_question(sentence)
                    if amount:
                        self._add("amount", amount, [at])
                verdict = self._verdict_question(sentence)
                if verdict and self.chance.random() < 0.5:
                    self._add("verdict", verdict, [at])
                person = PERSON.search(sentence)
                if person and person["role"] != "Director":
                    role = lower_first(person["role"])
                    self._add("person", self.pick([f"Who is the {role}?", f"What is the name of the {role} of {self.company()}?", f"{role} {self.report.short_name}", f"When did {person['name']} become {role}?"]), [at])
        if len(sentences) >= 3:
            sentence = self.pick(sentences)
            if 8 <= len(sentence.split()) <= 40 and sum(map(str.isdigit, sentence)) < len(sentence) * 0.08:
                self.found["cloze"].append(Question("cloze", sentence, [at]))

    def _why_question(self, thing, is_rise, sentence):
        years = YEAR.findall(sentence)
        year = years[0] if years else self.report.year
        when = self.pick([f" in {year}", f" in FY{year}", f" in fiscal {year}", f" in {year} compared to {int(year) - 1}", ""]) if year else ""
        noun = self.pick(["increase", "growth", "rise", "improvement"] if is_rise else ["decrease", "decline", "drop", "fall"])
        verb = self.pick(["go up", "rise", "increase", "grow"] if is_rise else ["go down", "fall", "decrease", "decline", "drop"])
        thing = f"{self.report.short_name}'s {thing}" if self.report.short_name and self.chance.random() < 0.3 else thing
        return self.pick([
            f"Why did {thing} {verb}{when}?", f"What drove the {noun} in {thing}{when}?", f"What drove {thing} change{when}?", f"Why did {thing} change{when}?",
            f"What were the main drivers of {thing}{when}?", f"reasons for the {noun} in {thing}{when}", f"What explains the change in {thing}{when}?",
            f"How did {thing} develop{when} and why?", f"What caused {thing} to {verb}{when}?", f"By how much did {thing} {verb}{when}, and what was behind it?",
        ])

    def _amount_question(self, sentence):
        year = (YEAR.findall(sentence) or [self.report.year])[0]
        when = self.pick([f" in {year}", f" in FY{year}", "", ""]) if year else ""
        stated = STATED.search(sentence)
        thing = clean_subject(stated["thing"]) if stated else None
        if thing and len(thing.split()) > 1 and not thing.startswith(("there", "if ", "as ")):
            return self.pick([f"What was the {thing}{when}?", f"How much was {thing}{when}?", f"{thing}{when}", f"How high is the {thing}?", f"what is {self.owner()} {thing}", f"How large was {thing}{when}?", f"Do they say what the {thing} was{when}?"])
        done = DONE.search(sentence)
        if not done:
            return None
        rest = re.sub(r"\b(19|20)\d\d\b|[$€£]?\d[\d,.]*( million| billion)?", "", done["rest"])
        rest = " ".join(rest.split()[:9])
        verb, much = VERBS.get(done["verb"].lower(), done["verb"].lower()), "much" if re.search(r"[$€£]", done[0]) else "many"
        if len(rest) < 9:
            return None
        company = self.company()
        return self.pick([f"How {much} did {company} {verb} {rest}{when}?", f"{verb} {rest}{when}: how {much}?", f"What {'amount' if much == 'much' else 'number'} did {company} {verb} {rest}?"])

    def _verdict_question(self, sentence):
        found = ACTED.search(sentence)
        if not found:
            return None
        rest = re.split(r"[,;(]|\b(?:which|that|because|as a result|primarily|compared)\b", found["rest"])[0]
        rest = re.sub(r"[$€£]?\d[\d,.]*( million| billion|%)?( of)?", "", rest)
        rest = " ".join(rest.split()[:9])
        if len(rest.split()) < 2:
            return None
        verb, company = VERBS[found["verb"].lower()], self.company()
        year = f" in {self.report.year}" if self.report.year and self.chance.random() < 0.5 else ""
        return self.pick([f"Did {company} {verb} {rest}{year}?", f"Has {company} {found['verb'].lower()} {rest}?", f"Is it true that {company} {found['verb'].lower()} {rest}?", f"What did {company} {verb}{year}?"])

    # ---------------------------------------------------------------- statements

    def _ask_computed(self):
        found = find_statements(self.report)
        for kinds, questions in COMPUTED:
            if all(kind in found for kind in kinds):
                right = [at for kind in kinds for at in found[kind]]
                for template in self.chance.sample(questions, min(len(questions), 9)):
                    self._add("computed", self.fill(template), right)


def is_distinct(figure):
    return len(re.sub(r"\D", "", figure)) >= 3 and not YEAR.fullmatch(figure)


def lower_first(text):
    return text if re.match(r"[A-Z]{2}|[A-Z][a-z]?[A-Z&]|U\.S", text) else text[:1].lower() + text[1:]


def find_statements(report):
    """The passages of each primary statement: of the pages that look like it, the one with most rows."""
    best = {}
    for ids in report.pages().values():
        some = [report.passages[at] for at in ids]
        text, rows = "\n".join(one.text for one in some), sum(len(one.rows) for one in some)
        top = "\n".join([some[0].heading.split(" > ")[-1], *(one.section for one in some), text[:300]])
        for kind, (title, must) in STATEMENTS.items():
            if rows >= 10 and title.search(top) and must.search(text):
                score = rows - len(text) / 400 + (10 if "consolidated" in top.lower() else 0)
                if kind not in best or score > best[kind][0]:
                    best[kind] = (score, ids)
    return {kind: ids for kind, (_, ids) in best.items()}


CAUSE = r"(?:due (?:primarily |mainly |largely |in part )?to|driven (?:primarily |mainly |largely )?by|as a result of|attributable to|because of|reflecting|resulting from|resulted from|primarily from|offset by)"
CHANGED = re.compile(
    r"^(?P<thing>.{3,110}?),? (?P<verb>increased|decreased|grew|declined|rose|fell|improved|dropped|(?:was|were) (?:up|down|higher|lower|favorable|unfavorable))\b.{0,170}?\b" + CAUSE, re.S)
THE_CHANGE = re.compile(
    r"\b[Tt]he (?P<verb>increase|decrease|decline|growth|improvement|change)s? in (?P<thing>[a-zA-Z][^.;:,]{3,80}?)(?=,| for | during | in | from | compared | was | were | is | are )[^.;:]{0,90}?(?:due to|driven by|the result of|attributable to|a result of)")
RISE = re.compile(r"incre|grew|rose|improv|\bup|higher|(?<!un)favorable|growth")
STATED = re.compile(
    r"^(?:[^,]{0,50}, )?(?P<thing>(?:[Tt]he |[Oo]ur |[Tt]otal |[Tt]his )?[A-Za-z][A-Za-z'’&/ -]{6,90}?)(?:,? (?:for|in|as of|at|during) [^,.;]{4,50},?)? (?:was|were|is|are|totaled|totalled|amounted to|reached|represented|consisted of) (?:\w+ )?(?:[$€£]|US\$|A\$|CHF |C\$)?\d[\d,.]*")
VERBS = {
    "spent": "spend", "paid": "pay", "received": "receive", "invested": "invest", "recorded": "record", "recognized": "recognize", "recognised": "recognise",
    "issued": "issue", "repaid": "repay", "borrowed": "borrow", "contributed": "contribute", "generated": "generate", "incurred": "incur", "purchased": "buy",
    "sold": "sell", "owned": "own", "operated": "operate", "leased": "lease", "employed": "employ", "raised": "raise", "granted": "grant", "repurchased": "buy back",
    "acquired": "acquire", "launched": "launch", "opened": "open", "closed": "close", "completed": "complete", "adopted": "adopt", "appointed": "appoint",
    "announced": "announce", "entered": "enter", "approved": "approve", "declared": "declare", "terminated": "terminate", "amended": "amend",
}
SUBJECT = r"\b(?:[Ww]e|[Tt]he [Cc]ompany|[Tt]he [Gg]roup|[Tt]he [Bb]oard|[Mm]anagement)(?: also| have| has| had)?"
DONE = re.compile(SUBJECT + r" (?P<verb>" + "|".join(VERBS) + r"|own|operate|lease|employ|expect to spend|expect to contribute|expect to invest) (?:\w+ ){0,3}?(?:[$€£]|US\$|A\$)?\d[\d,.]*(?: million| billion| thousand|%)?(?P<rest>[^.;,]{6,90})")
ACTED = re.compile(SUBJECT + r" (?P<verb>" + "|".join(VERBS) + r") (?P<rest>[^.]{8,140})")
PERSON = re.compile(
    r"(?P<name>(?:Mr\.?|Ms\.?|Mrs\.?|Dr\.?)? ?[A-Z][a-z]+ (?:[A-Z]\. )?[A-Z][a-z]+),? (?:is|was|has been|has served as|serves as|our|the Company’s|was appointed|,)? ?(?:our |the |as )?"
    r"(?P<role>(?:Group |Non-Executive |Independent |Deputy |Vice |Executive |Senior |Lead |Company |General |Managing )*(?:Chief [A-Z][a-z]+ (?:[A-Z][a-z]+ )?Officer|Chairman|Chair|President|Director|Secretary|Counsel|Treasurer|Partner|CEO|CFO))\b")


def find_change(sentence):
    """What rose or fell, where the sentence gives a reason."""
    for pattern in (CHANGED, THE_CHANGE):
        found = pattern.search(sentence)
        thing = clean_subject(found["thing"]) if found else None
        if thing:
            return thing, bool(RISE.search(found["verb"]))
    return None


def clean_subject(text):
    text = re.sub(r"^.*?\b(?:In|During|For|From|Compared (?:to|with))\b[^,]{2,70}, ", "", text)
    text = re.sub(r"^(?:.*\n)|^[•●·▪\-–—*\s]+", "", text)
    text = re.sub(r"^(?:Our|The|This|We|Consolidated|Overall|and|Also,?|However,?|Additionally,?|Further,?)\s+", "", text)
    text = re.sub(r"\s+(?:for|in|during) (?:the )?(?:fiscal |year|three|six|nine|quarter|first|second|third|fourth|20\d\d).*$", "", text)
    text = re.sub(r"\s*\([^)]*\)", "", text).strip(" ,")
    text = lower_first(re.sub(r"^(?:our|the|its|total)\s+", "", text, flags=re.I))
    is_plain = 3 <= len(text) <= 70 and len(text.split()) <= 9
    return text if is_plain and not re.search(r"\d|\b(which|that|this|these|it|we|they|has|have|had|will|may|would|could|and|rate)$|\b(which|that|this|these|it|we|they|has|have|had|will|may|would|could)\b", text, re.I) else None


def ask_about(report):
    return Asker(report).ask_all()


def count_kinds(questions):
    return dict(Counter(one.kind for one in questions))
