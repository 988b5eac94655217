import { Converter } from "opencc-js/t2cn";

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}]/u;
const HIRAGANA = /[\u3041-\u3096]/g;
const TO_KATAKANA = 0x60;

const toSimplified = Converter({ from: "t", to: "cn" });

/**
 * Folds variants of East Asian names: traditional characters become simplified, hiragana becomes katakana. Names are
 * stored and searched in this form; it need not be a correct spelling.
 */
export function foldEastAsian(text: string): string {
  if (!EAST_ASIAN.test(text)) return text;
  return toSimplified(text).replace(HIRAGANA, (kana: string) =>
    String.fromCharCode(kana.charCodeAt(0) + TO_KATAKANA),
  );
}
