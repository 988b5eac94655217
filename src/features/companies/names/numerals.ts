/** Roman and short Arabic numbers. Funds and acquisition companies of one sponsor differ only in them. */
const NUMERAL = /^(?:\d{1,2}|x{1,2}|x{0,2}(?:ix|iv|v|v?i{1,3}))$/;

export function isNumeral(word: string): boolean {
  return NUMERAL.test(word);
}
