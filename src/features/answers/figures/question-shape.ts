import { findPeriods } from "./question-periods.ts";
import { findCurrency, findScale, namedScale, type Scale } from "./units.ts";

/** A question taken apart: what is asked, what its words are to mean, and how the answer is wanted. */
export interface QuestionShape {
  core: string;
  definitions: { name: string; text: string }[];
  wanted: Wanted;
  /** Sentences that set conditions we cannot read. */
  unread: string[];
}

export interface Wanted {
  unit: "money" | "percent" | null;
  scale: Scale | null;
  currency: string | null;
  decimals: number | null;
}

const DEFINITIONS: readonly RegExp[] = [
  /^(?:and\s+|where\s+|here\s*,?\s*)?(.{2,80}?)\s+(?:here\s+)?(?:is|are|can be|should be)\s+(?:here\s+)?(?:defined|calculated|computed)\s+as\s*:?\s+(.+?)[.;]?$/i,
  /^(?:please\s+)?(?:define|calculate|compute|treat|take)\s+(.{2,80}?)\s+as\s*:?\s+(.+?)[.;]?$/i,
  /^(.{2,60}?)\s*=\s*(.+?)[.;]?$/,
  // "Return on equity is net income divided by …": only with a computation behind it is this a definition.
  /^(?:and\s+|where\s+|here\s*,?\s*)?(.{2,60}?)\s+(?:is|are|equals?|means?)\s+(?:the\s+)?(.+?(?:\bdivided by\b|\bminus\b|\bless\b|\bplus\b|\btimes\b|\bover\b|[/+*÷×]|\s[-–−]\s).+?)[.;]?$/i,
];
/** A definition in the middle of the question: "…, defined as A divided by B". */
const INLINE =
  /^(.+?)[,;:]?\s+\(?(?:(?:which is|here|where this is)\s+)?(?:defined as|calculated as|computed as|measured as|i\.e\.,?|that is,)\s*:?\s+(.+?)\)?\s*\?*$/i;
/** "…, using A less B divided by C": only with a division behind it is this a definition. */
const USING =
  /^(.+?)[,;:]?\s+\(?(?:calculated\s+|computed\s+)?using\s+(?:the\s+)?(.+?(?:\bdivided by\b|[/÷]).+?)\)?\s*\?*$/i;
/** "…, using A as the numerator and B as the denominator", in either order. */
const FRACTION = new RegExp(
  String.raw`^(.+?)[,;:]?\s+\(?(?:using|with|taking)\s+(?:the\s+)?(.+?)\s+as\s+(?:its\s+|the\s+` +
    String.raw`|a\s+)?(numerator|denominator)\s*,?\s+and\s+(?:the\s+)?(.+?)\s+as\s+(?:its\s+|the\s+` +
    String.raw`|a\s+)?(?:numerator|denominator)\)?\s*\?*$`,
  "i",
);
const PRONOUN = /^(?:it|this|that|(?:the|this) (?:ratio|metric|measure|figure|number))$/i;
/** Definitions of the words used, at the end of the question: "…, where debt is A plus B and equity is C". */
const WHERE = /^(.+?),\s+(?:where|with)\s+(.+?)\?*$/i;
const WHERE_PART = /^(.{2,60}?)\s+(?:is|are|equals?|means?|refers? to|defined as)\s+(?:the\s+)?(.+)$/i;
/** A question without a question word: "Compute the …", "State the …". */
const IMPERATIVE = new RegExp(
  String.raw`^(?:please\s+)?(?:can you\s+)?(?:compute|calculate|report|state|give(?: me| us)?` +
    "|tell (?:me|us)|find|show(?: me| us)?|determine|provide|work out|derive|extract" +
    String.raw`|look up)\s+(?:the\s+)?(?!an? (?:response|solution|answer)|your)`,
  "i",
);
/** Sentences that only say how to go about it. */
const INSTRUCTION = new RegExp(
  "^(?:please|answer|give|respond|base|use|utili[sz]e|assume|consider" +
    "|calculate .{2,80} (?:using|based on)|take|round|state|provide|show|express|report" +
    "|if .{3,120}(?:not|isn't).{0,80}(?:state|explain|say)|you are|act|help)",
  "i",
);
const CORE = /\b(?:what(?:['’]s| is| was| are| were| will)|how much|how many|how large|how big|how high)\b/i;
const CONDITION = /^(?:if|excluding|without|after adjusting|ignoring|assuming)/i;

export function shapeQuestion(question: string): QuestionShape {
  const text = question.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, " ").trim();
  const shape: QuestionShape = { core: "", definitions: [], wanted: readWanted(text), unread: [] };
  const imperatives = sentencesOf(text).filter((sentence) => !placeSentence(shape, sentence));
  const [requested] = imperatives;
  if (shape.core === "" && requested) shape.core = requested.replace(IMPERATIVE, "").replace(/[.!]+$/, "");
  takeInlineDefinitions(shape);
  takePronouns(shape);
  // "Net income 2023" is a question too.
  if (shape.core === "" && shape.unread.length > 0) shape.core = shape.unread.shift() ?? "";
  return shape;
}

/** "If this is not a useful metric, then state that and explain why": says nothing about what is looked for. */
const ASIDE = /(?<=[.?;]\s)if\b[^.?]*\b(?:state|explain|say)\b[^.?]*[.?]?\s*$/i;

export function withoutAside(question: string): string {
  return question.replace(ASIDE, "").replace(HOW_HIGH, "what $1").trim();
}

/** "How high was the revenue" asks for nothing that is high. */
const HOW_HIGH = /\bhow (?:high|low) (is|are|was|were|will)\b/i;

/** What a question after another asks to be computed: "How often …? Calculate the inventory turnover for FY2022." */
export function requestedFigure(question: string): string | null {
  const sentences = sentencesOf(question.replace(/\s+/g, " ").trim());
  const requested = sentences.find((sentence, at) => at > 0 && IMPERATIVE.test(sentence));
  const figure = requested?.replace(IMPERATIVE, "").split(/[;.]/)[0]?.trim();
  return figure ? `What is the ${figure}?` : null;
}

/** Puts a sentence where it belongs; false for one that asks only when nothing else does. */
function placeSentence(shape: QuestionShape, sentence: string): boolean {
  const definition = readDefinition(sentence);
  if (definition) shape.definitions.push(definition);
  else if (sentence.endsWith("?") || (shape.core === "" && CORE.test(sentence))) addCore(shape, sentence);
  else if (IMPERATIVE.test(sentence)) return false;
  else if (!INSTRUCTION.test(sentence)) shape.unread.push(sentence);
  return true;
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.?!;])(?<!\bi\.e\.|\be\.g\.|\bvs\.)\s+(?=["(A-Z])|(?<=\?)\s+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}

function readDefinition(sentence: string): { name: string; text: string } | null {
  if (sentence.endsWith("?")) return null;
  for (const pattern of DEFINITIONS) {
    const [, name, text] = pattern.exec(sentence) ?? [];
    if (name && text) return { name, text };
  }
  return null;
}

function addCore(shape: QuestionShape, sentence: string): void {
  const at = sentence.search(CORE);
  const before = sentence.slice(0, Math.max(0, at)).trim();
  if (CONDITION.test(before)) shape.unread.push(before);
  const requested = sentence.slice(Math.max(0, at));
  // "As of 2021, what are …": the period stands before the question.
  const [when] = findPeriods(requested).length === 0 ? findPeriods(before) : [];
  const core = when ? `${requested} ${before.slice(when.start, when.end)}` : requested;
  if (shape.core === "") shape.core = core;
  else shape.unread.push(core);
}

/** What the question itself says its words are to mean, moved to the definitions. */
function takeInlineDefinitions(shape: QuestionShape): void {
  const inline = readFormula(shape.core);
  if (inline) {
    shape.core = askFormula(inline.formula, inline.requested);
    return;
  }
  const [, core, meanings] = WHERE.exec(shape.core) ?? [];
  if (!core || !meanings) return;
  const parts = meanings
    .split(/\s+and\s+(?=[^,]*?\s(?:is|are|equals?|means?)\s)/i)
    .map((part) => WHERE_PART.exec(part));
  if (parts.some((part) => part === null)) return;
  shape.core = core;
  for (const part of parts)
    if (part?.[1] && part[2]) shape.definitions.push({ name: part[1], text: part[2] });
}

/** The formula is what is to be computed, for the period named before it. */
function askFormula(formula: string, requested: string): string {
  const [when] = findPeriods(formula).length === 0 ? findPeriods(requested) : [];
  return `${formula} ${when ? requested.slice(when.start, when.end) : ""}`.trim();
}

/** "Define it as …" is about what was asked. */
function takePronouns(shape: QuestionShape): void {
  const named = shape.definitions.find(({ name }) => PRONOUN.test(name));
  if (!named || shape.core === "") return;
  shape.core = askFormula(named.text, shape.core);
  shape.definitions = shape.definitions.filter((definition) => definition !== named);
}

function readFormula(core: string): { requested: string; formula: string } | null {
  const [, requested, formula] = INLINE.exec(core) ?? USING.exec(core) ?? [];
  if (requested && formula) return { requested, formula };
  const [, before, first, part = "", second] = FRACTION.exec(core) ?? [];
  if (!before || !first || !second) return null;
  const [above, below] = part.toLowerCase() === "numerator" ? [first, second] : [second, first];
  return { requested: before, formula: `${enclose(above)} / ${enclose(below)}` };
}

const enclose = (text: string) => (/[-+*/]|\b(?:plus|minus|less)\b/i.test(text) ? `(${text})` : text);

const NUMBER_WORDS = ["zero", "one", "two", "three", "four", "five"];

function readWanted(text: string): Wanted {
  const decimals = /(\w+) decimal/i.exec(text)?.[1]?.toLowerCase();
  const spoken = decimals ? NUMBER_WORDS.indexOf(decimals) : -1;
  const whole = /nearest (?:whole|integer|percent\b|million|dollar)/i.test(text) ? 0 : null;
  const money =
    /\b(?:in|as)\s+(?:units of\s+)?((?:US\$|USD|EUR|GBP|JPY|CHF|[$€£¥]|US dollars?|euros?|dollars?|yen)?\s*(?:thousands?|millions?|billions?|dollars?|euros?|pounds?|yen|USD|EUR|GBP|JPY|CHF))\b/i.exec(
      text,
    )?.[1];
  const percent =
    /\b(?:in|as)\s+(?:a\s+|units of\s+)?(?:percents?|percentages?|%)|\(as an? %\)|% margin|\bpercent(?:age)?\b|\bas an? %/i.test(
      text,
    );
  return {
    unit: money ? "money" : percent ? "percent" : null,
    scale: money ? (namedScale(findScale(money) ?? 1) ?? 1) : null,
    currency: money ? findCurrency(money) : null,
    decimals: spoken >= 0 ? spoken : decimals && /^\d$/.test(decimals) ? Number(decimals) : whole,
  };
}
