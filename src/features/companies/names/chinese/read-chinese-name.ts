import type { ToSyllables } from "../../../../platform/pinyin/index.ts";
import { foldName } from "../fold-name.ts";
import { type ChinesePart, cutChineseName, joinRests } from "./cut-chinese-name.ts";
import { spellLoosely } from "./spell-loosely.ts";
import { spellInitials, spellSounds } from "./spell-sounds.ts";
import { translateBrand } from "./translate-brand.ts";

/** One part of a Chinese name in Latin letters. */
export interface LatinPart {
  /**
   * `sound` tells which company is meant, `name` and `place` help to, `trade` says only what it does and `business`
   * hardly that.
   */
  kind: "sound" | "name" | "place" | "trade" | "business";
  /** Ways to write it, each as the words of a folded name, the likeliest first. */
  spellings: string[][];
  /** Whether it is long enough to tell companies apart: one syllable is not. */
  tells: boolean;
}

/** One way to read a whole Chinese name. */
export interface ChineseReading {
  parts: LatinPart[];
  /** How the brand is given: by its sound, by initials, by something like its sound, or by its meaning. */
  brand: "spelt" | "initials" | "alike" | "meant";
}

/** From how many characters on a part tells companies apart. */
const LENGTHS_TELLING: Readonly<Partial<Record<ChinesePart["kind"], number>>> = {
  place: 2,
  rest: 2,
  latin: 3,
};
/**
 * How an English name may render a Chinese one: with every known word translated; with only the trade at its end
 * translated; by sound throughout; with initials for the brand.
 */
export function readChineseName(name: string, toSyllables: ToSyllables): ChineseReading[] {
  return readCuts(name, (parts) => {
    const tradeTranslated = leaveUntranslated(parts, ["name"]);
    return [
      ...[parts, tradeTranslated, leaveUntranslated(parts, ["name", "trade", "business"])].map((variant) =>
        readParts(variant, toSyllables, "spelt"),
      ),
      ...readBrands(tradeTranslated, toSyllables, ["initials"]),
    ];
  });
}

/** How it may render one more freely: with a brand that sounds like the Chinese one, or means what it does. */
export function readFreely(name: string, toSyllables: ToSyllables): ChineseReading[] {
  return readCuts(name, (parts) =>
    readBrands(leaveUntranslated(parts, ["name"]), toSyllables, ["alike", "meant"]),
  );
}

function readCuts(name: string, read: (parts: ChinesePart[]) => ChineseReading[]): ChineseReading[] {
  const readings = cutChineseName(name).map(keepBrand).filter(hasName).flatMap(read);
  return unique(readings).filter(({ parts }) => hasName(parts));
}

function readBrands(
  parts: readonly ChinesePart[],
  toSyllables: ToSyllables,
  brands: readonly ChineseReading["brand"][],
): ChineseReading[] {
  const hasBrand = parts.some(({ kind }) => kind === "rest");
  return hasBrand ? brands.map((brand) => readParts(parts, toSyllables, brand)) : [];
}

/** A trade alone names nobody. */
function hasName(parts: readonly { kind: LatinPart["kind"] | ChinesePart["kind"] }[]): boolean {
  return parts.some(({ kind }) => !isGeneral(kind));
}

function isGeneral(kind: LatinPart["kind"] | ChinesePart["kind"]): boolean {
  return kind === "trade" || kind === "business";
}

/** Where trades are all there is, the first of several is a brand that happens to mean one. */
function keepBrand(parts: readonly ChinesePart[]): ChinesePart[] {
  const [first, ...others] = parts;
  if (first === undefined || others.length === 0 || !parts.every(({ kind }) => isGeneral(kind)))
    return [...parts];
  return [{ kind: "rest", text: first.text, english: [] }, ...others];
}

/** The parts of some kinds by their sound. Places keep the English name they have. */
function leaveUntranslated(
  parts: readonly ChinesePart[],
  kinds: readonly ChinesePart["kind"][],
): ChinesePart[] {
  return joinRests(
    parts.map((part) => (kinds.includes(part.kind) ? { kind: "rest", text: part.text, english: [] } : part)),
  );
}

function readParts(
  parts: readonly ChinesePart[],
  toSyllables: ToSyllables,
  brand: ChineseReading["brand"],
): ChineseReading {
  const latin = parts.map((part): LatinPart => {
    const kind = part.kind === "rest" || part.kind === "latin" ? "sound" : part.kind;
    const tells = part.text.length >= (LENGTHS_TELLING[part.kind] ?? Infinity);
    return { kind, spellings: spell(part, toSyllables, brand), tells };
  });
  // A part that cannot be spelt at all, such as a brand too long for initials, leaves nothing to look for.
  const readable = latin.every(({ spellings }) => spellings.length > 0);
  return { parts: readable ? latin : [], brand };
}

function spell(part: ChinesePart, toSyllables: ToSyllables, brand: ChineseReading["brand"]): string[][] {
  const texts = () => {
    if (part.kind === "latin") return [part.text];
    return part.kind === "rest" ? spellBrand(part.text, toSyllables, brand) : part.english;
  };
  return texts()
    .map((text) => foldName(text).words)
    .filter((words) => words.length > 0);
}

function spellBrand(han: string, toSyllables: ToSyllables, brand: ChineseReading["brand"]): string[] {
  switch (brand) {
    case "spelt":
      return spellSounds(han, toSyllables);
    case "initials":
      return [spellInitials(han, toSyllables)].filter((text) => text !== null);
    case "alike":
      return spellLoosely(toSyllables(han));
    case "meant":
      return translateBrand(han);
  }
}

function unique(readings: readonly ChineseReading[]): ChineseReading[] {
  const texts = readings.map(({ parts }) => JSON.stringify(parts));
  return readings.filter((_, index) => texts.indexOf(texts[index] ?? "") === index);
}
