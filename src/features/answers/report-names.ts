import type { PageRecord } from "../reports/index.ts";
import { CONCEPTS, MEASURES } from "./figures/concepts.ts";
import { stem } from "./text/terms.ts";

const COVER_PAGES = 3;
/** Shorter words occur by chance in text printed without spaces. */
const TORN_LETTERS_MIN = 5;
/** Capitalised on many covers, but also part of questions about a region or a segment. */
const NO_NAME = new Set(
  (
    "united state america north south east west central europe asia africa china japan india latin pacific middle " +
    "delaware new york nasdaq form annual quarterly current report securities exchange commission act section yes no " +
    "common stock par value title class name registered registrant company corporation january february march april " +
    "may june july august september october november december note notes item part first second third fourth quarter " +
    "adjusted core organic segment total net"
  ).split(" "),
);

/** Legal forms that follow company names. */
const LEGAL = new Set(
  "inc corp corporation company co plc ltd limited llc group holding holdings sa ag se nv incorporated".split(
    " ",
  ),
);

const CJK_LEGAL_FORM = /株式会社|股份有限公司|有限责任公司|有限公司|集团/gu;

/**
 * `known` is certain; `cover` is a guess that needs a position in the question where a name can be; `weak` is a
 * finance word on the cover: part of a name only next to another part.
 */
export type NameFinder = (word: string) => "known" | "cover" | "weak" | null;

const FINANCE_WORDS: ReadonlySet<string> = new Set(
  [
    ...CONCEPTS.flatMap(({ names, labels }) => [...names, ...labels]),
    ...MEASURES.flatMap(({ names }) => names),
  ]
    .flatMap((name) => name.split(/[\s/]+/))
    .map(fold),
);

export function isFinanceWord(word: string): boolean {
  return FINANCE_WORDS.has(fold(word));
}

/**
 * Whether a word of a question belongs to the company's name: it is one of the known names, or is capitalised both on
 * the cover and in the question. A name that is neither is an unknown word.
 */
export function nameFinder(pages: readonly PageRecord[], names: readonly string[]): NameFinder {
  const known = new Set(
    names
      .flatMap((name) => [
        ...`${name} ${name.replace(CJK_LEGAL_FORM, " ")}`.split(/[\s,._]+/),
        ...initialsOf(name),
      ])
      .map(fold),
  );
  const cover = new Set(pages.slice(0, COVER_PAGES).flatMap(({ text }) => coverInitials(text)));
  const covers = pages.slice(0, COVER_PAGES).filter(isCover);
  for (const { text } of covers) {
    for (const [word] of text.matchAll(/\b[\p{Lu}\d][\p{L}\d&'’]+/gu)) cover.add(fold(word));
  }
  for (const { text } of pages.slice(0, COVER_PAGES)) {
    for (const [name] of text.matchAll(BEFORE_FORM))
      for (const word of name.split(/\s+/)) cover.add(fold(word));
  }
  const torn = covers.map((page) => page.text.toLowerCase().replace(/\s+/g, "")).join(" ");
  const onCover = (folded: string) =>
    // Letter-spaced titles fall apart: "RESOR TS".
    cover.has(folded) || (folded.length >= TORN_LETTERS_MIN && torn.includes(folded));
  return (word) => {
    const folded = fold(word);
    const capital = /^[\p{Lu}\d]/u.test(word);
    if (LEGAL.has(folded) && capital) return "weak";
    if (folded.length < 2 || NO_NAME.has(folded)) return null;
    if (known.has(folded)) return "known";
    if (!capital || !onCover(folded)) return null;
    return FINANCE_WORDS.has(folded) ? "weak" : "cover";
  };
}

/** The first page, and the form that names the company: what comes after may already speak of its parts. */
function isCover({ text }: PageRecord, at: number): boolean {
  return at === 0 || /exact name of (?:the )?registrant/i.test(text);
}

const LEGAL_FORM = [...LEGAL].join("|");
const CAPITALISED = "\\p{Lu}[\\p{L}’'-]+";
const BEFORE_FORM = new RegExp(`(?:${CAPITALISED},? ){1,4}(?=(?:${LEGAL_FORM})\\b)`, "giu");
/** "Acme & Sons", or the words before a legal form. */
const FULL_NAME = new RegExp(
  `${CAPITALISED} (?:&|and|AND) ${CAPITALISED}|(?:${CAPITALISED} ){2,4}(?=(?:${LEGAL_FORM})\\b)`,
  "giu",
);

/** The short forms that the names on a cover have: initials. */
function coverInitials(text: string): string[] {
  return Array.from(text.matchAll(FULL_NAME), ([name]) => name)
    .filter((name) => /^\p{Lu}/u.test(name) && !name.split(/\s+/).some((word) => NO_NAME.has(fold(word))))
    .flatMap(initialsOf)
    .map(fold);
}

/** Two letters alone may be a part of another name. */
const INITIALS_MIN = 3;

/** "Acme & Sons" is also called A&S and AnS, "Acme Pier Lights" APL. */
function initialsOf(name: string): string[] {
  const words = name.split(/[\s,._]+/).filter((word) => word !== "" && !LEGAL.has(word.toLowerCase()));
  const joins = (word: string) => /^(?:&|and)$/i.test(word);
  const initials = (and: string) => words.map((word) => (joins(word) ? and : (word[0] ?? ""))).join("");
  return [initials("&"), initials("n"), initials("")].filter(({ length }) => length >= INITIALS_MIN);
}

/** Names are asked for without their accents as well. */
function fold(word: string): string {
  return stem(word.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, ""));
}
