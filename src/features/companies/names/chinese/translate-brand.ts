import { NAME_CHARACTERS } from "./data/name-characters.ts";
import { TRADE_CHARACTERS } from "./data/trade-characters.ts";

const CHARACTERS = { min: 2, max: 3 };

/** How national companies begin their name in Chinese, and in English with the beginning of a trade behind it. */
const NATIONAL = { characters: "中国", prefix: "sino", lettersMin: 3 };

/** What a brand means, written as one English word, in all ways that come to mind; mostly none. */
export function translateBrand(han: string): string[] {
  return [...translateCharacters(han), ...nameNational(han)];
}

/** A brand with every character translated, written as one word; nothing when one of them has no translation. */
function translateCharacters(han: string): string[] {
  const characters = [...han];
  if (characters.length < CHARACTERS.min || characters.length > CHARACTERS.max) return [];
  const english = characters.map((character) => NAME_CHARACTERS[character]?.split(", ") ?? []);
  return english.reduce(
    (before, words) => before.flatMap((start) => words.map((word) => start + word)),
    [""],
  );
}

/** Of 中 and a trade, such as wool: sinowool, and sinowoo, since the trade is often cut short. */
function nameNational(han: string): string[] {
  const [first = "", trade = "", ...more] = han;
  const english =
    NATIONAL.characters.includes(first) && more.length === 0 ? TRADE_CHARACTERS[trade] : undefined;
  return (english?.split(", ") ?? []).flatMap((words) => {
    const word = words.split(" ").at(-1) ?? "";
    return Array.from(
      { length: Math.max(0, word.length + 1 - NATIONAL.lettersMin) },
      (_, index) => NATIONAL.prefix + word.slice(0, word.length - index),
    );
  });
}
