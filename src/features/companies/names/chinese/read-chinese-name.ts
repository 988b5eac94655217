import type { ToSyllables } from "../../../../platform/pinyin/index.ts";
import { foldName } from "../fold-name.ts";
import { type ChinesePart, cutChineseName, joinRests } from "./cut-chinese-name.ts";
import { spellInitials, spellSounds } from "./spell-sounds.ts";

/** One part of a Chinese name in Latin letters. */
export interface LatinPart {
  /** `sound` tells which company is meant, `name` helps to, `trade` says only what it does. */
  kind: "sound" | "name" | "trade";
  /** Ways to write it, each as the words of a folded name, the likeliest first. */
  spellings: string[][];
}

/** One way to read a whole Chinese name. */
export interface ChineseReading {
  parts: LatinPart[];
  /** Whether some part is long enough to tell companies apart: one syllable is not. */
  telling: boolean;
  /** Whether the brand is given by its initials only. */
  initials: boolean;
}

/** From how many characters on a part tells companies apart. */
const LENGTHS_TELLING: Readonly<Partial<Record<ChinesePart["kind"], number>>> = {
  place: 1,
  rest: 2,
  latin: 3,
};

/**
 * How an English name may render a Chinese one: with every known word translated; with only the trade at its end
 * translated; by sound throughout; with initials for the brand.
 */
export function readChineseName(name: string, toSyllables: ToSyllables): ChineseReading[] {
  const parts = cutChineseName(name);
  const tradesFrom = parts.findLastIndex(({ kind }) => kind !== "trade") + 1;
  const tradeTranslated = leaveUntranslated(parts, tradesFrom);
  const variants = [parts, tradeTranslated, leaveUntranslated(parts, parts.length)];
  const spelt = variants.map((variant) => readParts(variant, toSyllables, false));
  const hasBrand = tradeTranslated.some(({ kind }) => kind === "rest");
  const byInitials = hasBrand ? [readParts(tradeTranslated, toSyllables, true)] : [];
  return unique([...spelt, ...byInitials]).filter(({ parts }) => parts.some(({ kind }) => kind !== "trade"));
}

/** The parts before a position by their sound, but for places: these have an English name. */
function leaveUntranslated(parts: readonly ChinesePart[], before: number): ChinesePart[] {
  return joinRests(
    parts.map((part, index) =>
      index < before && (part.kind === "trade" || part.kind === "name")
        ? { kind: "rest", text: part.text, english: [] }
        : part,
    ),
  );
}

function readParts(
  parts: readonly ChinesePart[],
  toSyllables: ToSyllables,
  initials: boolean,
): ChineseReading {
  const latin = parts.map((part): LatinPart => {
    const kind = part.kind === "trade" || part.kind === "name" ? part.kind : "sound";
    return { kind, spellings: spell(part, toSyllables, initials) };
  });
  const telling = parts.some(({ kind, text }) => text.length >= (LENGTHS_TELLING[kind] ?? Infinity));
  // A part that cannot be spelt at all, such as a brand too long for initials, leaves nothing to look for.
  const readable = latin.every(({ spellings }) => spellings.length > 0);
  return { parts: readable ? latin : [], telling, initials };
}

function spell(part: ChinesePart, toSyllables: ToSyllables, initials: boolean): string[][] {
  const texts = () => {
    if (part.kind === "latin") return [part.text];
    if (part.kind !== "rest") return part.english;
    if (!initials) return spellSounds(part.text, toSyllables);
    return [spellInitials(part.text, toSyllables)].filter((text) => text !== null);
  };
  return texts()
    .map((text) => foldName(text).words)
    .filter((words) => words.length > 0);
}

function unique(readings: readonly ChineseReading[]): ChineseReading[] {
  const texts = readings.map(({ parts }) => JSON.stringify(parts));
  return readings.filter((_, index) => texts.indexOf(texts[index] ?? "") === index);
}
