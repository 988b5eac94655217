/** Whether a sentence of the evidence asserts what a statement with the same words does. */
import { DOWN, removeDirections, UP } from "../claims/direction-words.ts";
import { contentRoots } from "../claims/match-label.ts";
import { OPPOSITES } from "../data/sentence-words.ts";

export const NEGATION =
  /\b(?:no|not|never|none|neither|nor|without|cannot|nicht|kein\p{L}*|nie|ohne|ne|pas|jamais|sin|nunca|non(?!-)|mai|niet|geen)\b|n[’']t\b/iu;
// "May" is also a month.
const SUPPOSITION =
  /\b(?:may|might|could|would|if|unless|whether|potential(?:ly)?|possib(?:le|ly)|alleged(?:ly)?|rumou?red)\b/u;

/** What is denied, supposed, or said to rise in one is so in the other, and no party has changed places. */
export function assertsTheSame(statement: string, sentence: string): boolean {
  return (
    NEGATION.test(statement) === NEGATION.test(sentence) &&
    (SUPPOSITION.test(statement) || !SUPPOSITION.test(sentence)) &&
    hasDirection(statement, sentence) &&
    !saysOpposite(statement, sentence) &&
    !swapsNames(statement, sentence) &&
    !swapsCause(statement, sentence) &&
    !hasOtherSubject(statement, sentence) &&
    !isOfAnotherEntry(statement, sentence) &&
    !namesAnother(statement, sentence)
  );
}

/** A rise or a fall is said of the same thing. */
function hasDirection(statement: string, sentence: string): boolean {
  const [rises, falls] = [UP.exec(statement), DOWN.exec(statement)];
  // Both: what rose and what fell can only be kept apart by numbers.
  if ((rises === null) === (falls === null)) return true;
  const [same, other] = rises ? [UP, DOWN] : [DOWN, UP];
  if (!same.test(sentence)) return false;
  if (!other.test(sentence)) return true;
  const subject = contentRoots(statement.slice(0, (rises ?? falls)?.index)).slice(-SUBJECT_WORDS);
  return sentence.split(CLAUSE_END).some((clause) => {
    const roots = contentRoots(clause);
    return same.test(clause) && subject.every((root) => roots.includes(root));
  });
}

const SUBJECT_WORDS = 2;
const CLAUSE_END = /[.;,:]|\s(?:and|but|while|whereas|although|however)\s/iu;

/** "Before" where the sentence has "after". */
function saysOpposite(statement: string, sentence: string): boolean {
  const [said, given] = [wordsIn(statement), wordsIn(sentence)];
  return OPPOSITES.some(
    ([one, other]) =>
      (said.has(one) && given.has(other) && !said.has(other) && !given.has(one)) ||
      (said.has(other) && given.has(one) && !said.has(one) && !given.has(other)),
  );
}

const wordsIn = (text: string) => new Set(text.toLowerCase().match(/\p{L}+/gu));

const NAME = /\p{Lu}[\p{L}\d&’'-]*(?:\s+\p{Lu}[\p{L}\d&’'-]*)*/gu;

const namesOf = (text: string) =>
  [...text.matchAll(NAME)].map(([name]) => name.replace(/^(?:The|A|An|In|On|At|By)\s+/, ""));

/** The statement names somebody whom the sentence does not, and the sentence somebody else. */
function namesAnother(statement: string, sentence: string): boolean {
  const isMissing = (text: string) => (name: string) => name.includes(" ") && !text.includes(name);
  return namesOf(statement).some(isMissing(sentence)) && namesOf(sentence).some(isMissing(statement));
}

/** "A sued B" where the sentence has "B sued A": two names around the same word, the other way round. */
function swapsNames(statement: string, sentence: string): boolean {
  if (/\bby\b/i.test(statement) !== /\bby\b/i.test(sentence)) return false;
  const names = namesOf(statement).filter((name) => sentence.includes(name));
  return names.slice(1).some((second, at) => {
    const first = names[at] ?? "";
    const between = new Set(contentRoots(textBetween(statement, first, second)));
    return contentRoots(textBetween(sentence, second, first)).some((root) => between.has(root));
  });
}

const BECAUSE = /\b(?:because(?: of)?|due to|owing to|thanks to)\b/i;

/** What the sentence gives as the reason is said to be what followed from it. */
function swapsCause(statement: string, sentence: string): boolean {
  const [said, given] = [statement.split(BECAUSE), sentence.split(BECAUSE)];
  if (said.length !== 2 || given.length !== 2) return false;
  const [effect, cause] = given.map((part) => new Set(contentRoots(part)));
  const roots = contentRoots(removeDirections(said[0] ?? ""));
  return roots.some((root) => cause?.has(root) && !effect?.has(root));
}

/** "The company", who is said to do everything in a report. */
const COMPANY = /^(?:the (?:company|group)|it|they)\s+(?:has |had |have |was |is )?(\p{L}+)/iu;
const OWN = new Set(contentRoots("company group board directors management we"));

/** "The company destroyed" where the sentence has "a fire destroyed". */
function hasOtherSubject(statement: string, sentence: string): boolean {
  const [verb] = contentRoots(COMPANY.exec(statement)?.[1] ?? "");
  if (verb === undefined) return false;
  const words = sentence.match(/\p{L}+/gu) ?? [];
  const at = words.findIndex((word) => contentRoots(word)[0] === verb);
  // A name with a capital letter may be the company's own.
  const [subject] = /^\p{Ll}/u.test(words[at - 1] ?? "") ? contentRoots(words[at - 1] ?? "") : [];
  return subject !== undefined && !OWN.has(subject) && !contentRoots(statement).includes(subject);
}

/** Names that make a sentence a list, where it is a table that was read as text. */
const LIST_NAMES_MIN = 3;
const ENTRY_WORDS = 6;

/** In a list, what is said of a name follows it. */
function isOfAnotherEntry(statement: string, sentence: string): boolean {
  const listed = namesOf(sentence).filter((name) => name.includes(" "));
  if (listed.length < LIST_NAMES_MIN) return false;
  const name = namesOf(statement).find((one) => one.includes(" ") && sentence.includes(one));
  if (name === undefined) return false;
  const after = sentence.slice(sentence.indexOf(name) + name.length);
  const following = after.trim().split(/\s+/).slice(0, ENTRY_WORDS).join(" ");
  // Prose has marks between the parts of a list.
  if (/^\S*[,;:.)]|[,;:]/.test(following)) return false;
  const entry = new Set(contentRoots(following));
  return contentRoots(statement.replace(name, " ")).some((root) => !entry.has(root));
}

/** Empty when they are in another order. */
function textBetween(text: string, first: string, second: string): string {
  const start = text.indexOf(first) + first.length;
  const end = text.indexOf(second, start);
  return end < 0 ? "" : text.slice(start, end);
}
