import { MOVES } from "./movement-words.ts";

const SUBJECTS: readonly RegExp[] = [
  /\b(?:grow|increase|reduce|decrease|improve|expand|cut)d? (?:its|their|our|the) (?<subject>.+?)(?= (?:in|during|between|from|over|by|since|compared)\b|\?|$)/i,
  /\b(?:any|a|an) (?:drop|decline|decrease|reduction|fall|increase|rise|growth|improvement|change) in (?:the )?(?<subject>.+?)(?= (?:in|during|between|from|over|since|compared)\b|\?|$)/i,
  /^(?<subject>[^:–—]+?)(?:\s*[:–—]|\s-\s)\s*(?:how much|what|why|by how much)/i,
  new RegExp(
    `\\b(?:how much|how|why|by how much)?\\s*(?:did|has|have|do|does|is|are|was|were) (?<subject>.+?) ${MOVES}\\b`,
    "i",
  ),
  /\bwhat happened to (?<subject>.+?)(?: in\b| during\b| and\b|\?|$)/i,
  new RegExp(
    String.raw`\bwhat (?:drove|caused|explains|led to) (?:the )?(?:change|increase|decrease|rise|fall` +
      String.raw`|growth|decline|drop|improvement)s? (?:in|of) (?<subject>.+?)(?: in\b| during\b| between\b` +
      String.raw`| from\b| and\b|\?|$)`,
    "i",
  ),
  /\bwhat (?:drove|caused|explains|led to) (?:the )?(?<subject>.+?) (?:change|increase|decrease|rise|fall|growth|decline|drop|improvement)s?\b/i,
  new RegExp(`^(?<subject>.+?) ${MOVES}\\b`, "i"),
];
const MOVED = new RegExp(`\\s${MOVES}$`, "i");
/** "Rent more or less doubled": how exactly is no part of the subject. */
const HOW =
  /\s+(?:(?:more or less|just about|roughly|about|almost|nearly|sharply|significantly|slightly|substantially|materially|considerably|really)\s*)+$/i;
const TIME = new RegExp(
  String.raw`\b(?:in|for|during|over|since|at|by)?\s*(?:the )?(?:fiscal |financial |calendar )?(?:year ` +
    String.raw`|FY\s?)?['’]?(?:20)?\d{2}\b(?:\s*(?:vs\.?|versus|and|to` +
    String.raw`|compared (?:to|with))\s*(?:FY)?(?:20)?\d{2})?` +
    String.raw`|\bthis year\b|\blast year\b|\byear[- ]over[- ]year\b`,
  "gi",
);

/** What a question asks the change of: "voyage expenses" in "How much did voyage expenses rise in 2022 and why?" */
export function changeSubject(question: string): string | null {
  for (const pattern of SUBJECTS) {
    const subject = pattern.exec(question)?.groups?.["subject"];
    const plain = subject
      ?.replace(TIME, " ")
      .replace(/^(?:the|its|their|our)\s+/i, "")
      .replace(/\s+/g, " ")
      .trim()
      .replace(MOVED, "")
      .replace(HOW, "");
    if (plain && plain.split(" ").length <= 8) return plain;
  }
  return null;
}
