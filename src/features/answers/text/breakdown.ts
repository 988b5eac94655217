import { kindOf } from "./member-kinds.ts";
import type { Superlative } from "./superlative.ts";

/** "Revenue by segment": what is divided, and what its parts are called. */
export interface Breakdown {
  /** The question without the words for its parts. */
  measure: string;
  /** "Segment". */
  called: string;
}

const BY = new RegExp(
  String.raw`\b(?:by|per|for each|for every|of each|in each|across)\s+(?:(?:all|the|its|their|our|main|major|principal` +
    String.raw`|reportable|reporting|operating|business|individual|different|various|geographic(?:al)?|customer)\s+)*` +
    String.raw`([\p{L}-]+)`,
  "giu",
);

/** Null where a question asks for no breakdown. */
export function readBreakdown(question: string): Breakdown | null {
  for (const { 0: phrase, 1: noun = "", index } of question.matchAll(BY)) {
    if (kindOf(noun) === null) continue;
    return { measure: `${question.slice(0, index)} ${question.slice(index + phrase.length)}`, called: noun };
  }
  return null;
}

const ASKS_PARTS = new RegExp(
  "^(?:(?:what|which)(?: are| were)?|list|name|show|give me)(?: all)?(?: of)?(?: the| its| their)?" +
    "(?: (?:reportable|reporting|reported|operating|business|main|principal|different)){0,2} (?<noun>segments|divisions|business units)" +
    "(?: (?:(?:does|do|did|is|are|was|were) [^?]{2,60}? (?:have|report|operate|present|disclose|organi[sz]ed|divided)(?: in| into| through| as)?" +
    String.raw`|of [^?]{2,40}|(?:are|were) there|reported|disclosed))?\W*$`,
  "i",
);

/** "Which segments does it have?": those that the revenue is divided into. */
export function readParts(question: string): Breakdown | null {
  const noun = ASKS_PARTS.exec(question.trim())?.groups?.["noun"];
  return noun === undefined ? null : { measure: "revenue", called: noun };
}

/** The parts as members to compare: all of them are listed, whichever is the largest. */
export const asMembers = ({ measure, called }: Breakdown): Superlative => ({
  wants: "highest",
  of: "level",
  direction: null,
  shares: false,
  person: false,
  moved: false,
  over: "members",
  periods: null,
  rest: `${measure} ${called}`,
  called,
  isLoose: false,
  asksMember: true,
  choices: null,
});
