const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/gu;
/** Korean writing, and legal forms that only Chinese companies have. */
const ELSEWHERE = /\p{Script=Hangul}|有限公司|有限责任公司|股份/u;

/** Every character of the Japanese standard: what is not among them, such as a simplified form of China, is not Japanese. */
const STANDARD = listStandard();

/** Whether a name may be Japanese. One of Chinese characters alone may be either. */
export function mayBeJapanese(name: string): boolean {
  const text = name.normalize("NFKC");
  if (ELSEWHERE.test(text)) return false;
  return KANA.test(text) || (text.match(HAN) ?? [""]).every((character) => STANDARD.has(character));
}

/** The two-byte characters of Shift JIS, in one go. */
function listStandard(): Set<string> {
  const leads = [...range(0x81, 0x9f), ...range(0xe0, 0xfc)];
  const bytes = leads.flatMap((lead) =>
    [...range(0x40, 0x7e), ...range(0x80, 0xfc)].flatMap((trail) => [lead, trail]),
  );
  return new Set(new TextDecoder("shift_jis").decode(Uint8Array.from(bytes)).match(HAN));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
