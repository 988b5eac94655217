import { Converter } from "opencc-js/t2cn";

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}]/u;
const HIRAGANA = /[\u3041-\u3096]/g;
const TO_KATAKANA = 0x60;

const toSimplified = Converter({ from: "t", to: "cn" });

/**
 * One way to write what East Asian names write in two: traditional characters become simplified ones, hiragana becomes
 * katakana. Names are stored and asked for in this form, so it need not be how anybody writes.
 */
export function foldEastAsian(text: string): string {
  if (!EAST_ASIAN.test(text)) return text;
  return toSimplified(text).replace(HIRAGANA, (kana: string) =>
    String.fromCharCode(kana.charCodeAt(0) + TO_KATAKANA),
  );
}
