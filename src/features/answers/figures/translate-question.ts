import { LINES, labelKey } from "../../reference/index.ts";
import {
  ENGLISH_PARTS,
  ENGLISH_WORDS,
  QUESTION_GRAMMAR,
  type QuestionGrammar,
  type QuestionLanguage,
  YEAR_PARTS,
  type YearPart,
} from "../data/question-grammar/index.ts";
import { foldName } from "./fold-name.ts";

/** A question for a figure in another language than English. */
export interface TranslatedQuestion {
  language: QuestionLanguage;
  /** The figure in the asker's words. */
  figure: string;
  /** In the English words that the reader knows, or a row of the report by its name. */
  asked: { question: string } | { row: AskedRow };
}

/** A row by its name, as `foldName` has it. */
export interface AskedRow {
  name: string;
  /** The name may also be that of a figure and of a segment, a region or a product that has its own. */
  part: { measure: string; member: string } | null;
  /** Null for the newest. */
  year: number | null;
}

/** Whether a word belongs to the company's name. */
type IsName = (word: string) => unknown;

const LANGUAGES = Object.keys(QUESTION_GRAMMAR) as QuestionLanguage[];
const namesByLanguage = new Map<QuestionLanguage, Map<string, string>>();

/** Null where the question is in English, or does not ask for a figure. */
export function translateQuestion(question: string, isName: IsName = () => false): TranslatedQuestion | null {
  const readings = LANGUAGES.flatMap((language) => translateFrom(language, question, isName) ?? []);
  // Languages share beginnings of questions: the one that knows what is asked for is meant.
  return (
    readings.find(({ asked }) => "question" in asked) ??
    readings.find(({ asked }) => "row" in asked && asked.row.part !== null) ??
    readings[0] ??
    null
  );
}

/** The language that a question is in beyond doubt, other than English. */
export function languageOf(question: string): QuestionLanguage | null {
  if (ENGLISH_WORDS.test(question)) return null;
  return LANGUAGES.find((language) => QUESTION_GRAMMAR[language].asks.test(question.trim())) ?? null;
}

function translateFrom(
  language: QuestionLanguage,
  question: string,
  isName: IsName,
): TranslatedQuestion | null {
  const grammar = QUESTION_GRAMMAR[language];
  const { timeless, part, year } = takeTimeOut(question.normalize("NFKC"), grammar);
  const form = matchForm(timeless, grammar);
  const said = withoutCompany(form?.figure ?? timeless.replace(/[\s?。!.]+$/u, ""), grammar, isName);
  const growing = grammar.growthOf.exec(said)?.groups?.["figure"];
  const [name, noun = said] = (nameOf(growing ?? said, language) ?? "").split(" = ");
  if (!name) {
    const isGrowth = !form || form.isGrowth || growing !== undefined;
    return isGrowth || part
      ? null
      : { language, figure: said, asked: { row: readRow(said, language, year) } };
  }
  // A bare name may be English as well.
  if (!form && ENGLISH_NAMES.has(foldName(said))) return null;
  const isGrowth = (form?.isGrowth === true || growing !== undefined) && !name.endsWith("growth");
  return {
    language,
    figure: form?.isGrowth ? `${noun} (${grammar.growthSaid})` : noun,
    asked: { question: `What was the ${name}${isGrowth ? " growth" : ""}${printWhen(part, year)}?` },
  };
}

/** A question without the year and the part of it that it names. */
function takeTimeOut(question: string, { parts, year }: QuestionGrammar) {
  const part = YEAR_PARTS.find((one) => parts[one].asked.test(question));
  const whole = part ? question.replace(parts[part].asked, " ") : question;
  const timeless = whole
    .replace(year, " ")
    .trim()
    .replace(/^[的の]/u, "");
  return { timeless, part, year: year.exec(whole)?.groups?.["year"] };
}

/** What comes first in the grammar goes first. */
function matchForm(question: string, { value, growth }: QuestionGrammar) {
  for (const [forms, isGrowth] of [
    [growth, true],
    [value, false],
  ] as const) {
    for (const form of forms) {
      const { figure, part = "" } = form.exec(question)?.groups ?? {};
      if (figure) return { figure: `${figure.trim()}${part}`, isGrowth };
    }
  }
  return null;
}

function printWhen(part: YearPart | undefined, year: string | undefined): string {
  if (part) return ` in the ${part}${year === undefined ? "" : ` of ${year}`}`;
  return year === undefined ? "" : ` in FY${year}`;
}

/** "Umsatz von Acme", "Umsatz des Unternehmens": the report is of one company. */
function withoutCompany(figure: string, { company, aroundMember }: QuestionGrammar, isName: IsName): string {
  const isCompany = new RegExp(`^(?:${company})$`, "u");
  // Where no spaces stand between words, the company comes first.
  const owner = /^(?<name>[^\s的の]+)[的の]\s*(?<owned>.+)$/u.exec(figure)?.groups;
  if (owner?.["name"] && owner["owned"] && isName(owner["name"])) return owner["owned"];
  const kept: string[] = [];
  for (const word of figure.replace(new RegExp(`^[,、]?(?:${company})[的の在]`, "u"), "").split(/\s+/)) {
    const plain = word.replace(/^[ld]['’]|[,.;]+$|(?<=.)[的の在]$/giu, "");
    if (!isCompany.test(foldName(plain)) && !isName(plain)) kept.push(word);
    // The words that led to it: "von der", "de la".
    else
      while (kept.length > 1 && `${foldName(kept.at(-1) ?? "")} `.replace(aroundMember, "") === "")
        kept.pop();
  }
  return kept.join(" ") || figure;
}

/** "Umsatz im Segment Wind": a known figure of a part of the company; anything else is a row by its own name. */
function readRow(figure: string, language: QuestionLanguage, year: string | undefined): AskedRow {
  const { aroundMember } = QUESTION_GRAMMAR[language];
  const folded = foldName(figure);
  const when = year === undefined ? null : Number(year);
  const isLast = language === "ja" || language === "zh";
  const [known, measure] =
    [...namesOf(language)]
      .filter(([name]) => (isLast ? folded.endsWith(name) : folded.startsWith(`${name} `)))
      .toSorted(([one], [other]) => other.length - one.length)[0] ?? [];
  if (known === undefined || measure === undefined) return { name: folded, part: null, year: when };
  const rest = isLast ? folded.slice(0, -known.length) : folded.slice(known.length + 1);
  const member = (isLast ? rest : `${rest} `).replace(aroundMember, "").trim();
  return { name: folded, part: { measure: measure.split(" = ")[0] ?? measure, member }, year: when };
}

/** "What was the revenue in Germany in 2024?": a figure of a part of the company, asked in English. */
export function readEnglishPart(question: string): { figure: string; row: AskedRow } | null {
  for (const form of ENGLISH_PARTS) {
    const { measure = "", member = "", year } = form.exec(question.trim())?.groups ?? {};
    const known = ENGLISH_NAMES.get(foldName(measure));
    if (!known) continue;
    const part = { measure: known, member: foldName(member) };
    const figure = `${measure} (${member})`;
    return {
      figure,
      row: { name: foldName(`${measure} ${member}`), part, year: year ? Number(year) : null },
    };
  }
  return null;
}

function nameOf(figure: string, language: QuestionLanguage): string | undefined {
  const names = namesOf(language);
  return names.get(foldName(figure)) ?? names.get(labelKey(figure));
}

/** The English name that questions use, by each name of a figure in a language. */
function namesOf(language: QuestionLanguage): Map<string, string> {
  const known = namesByLanguage.get(language);
  if (known) return known;
  const grammar = QUESTION_GRAMMAR[language];
  const names = new Map([...LINES].reverse().flatMap((line) => labelNames(line, language)));
  for (const [own, name] of Object.entries({ ...grammar.names, ...grammar.ratios }))
    names.set(foldName(own), name);
  namesByLanguage.set(language, names);
  return names;
}

/** What the parts of a sum are called is not what it is called itself. */
function labelNames(
  { labels, name, isSum }: (typeof LINES)[number],
  language: QuestionLanguage,
): [string, string][] {
  const own = isSum ? [] : (labels[language] ?? []);
  return own.flatMap((label) => [foldName(label), labelKey(label)].map((key) => [key, name.toLowerCase()]));
}

const ENGLISH_NAMES: ReadonlyMap<string, string> = new Map(
  LINES.flatMap(({ name, asked, labels }) =>
    [name, ...asked, ...(labels.en ?? [])].map((one) => [foldName(one), name.toLowerCase()]),
  ),
);
