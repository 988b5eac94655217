/** A name in small letters without accents and punctuation, as questions and rows are compared in any language. */
export function foldName(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/(?<=[\u3040-\u9fff])\s+|\s+(?=[\u3040-\u9fff])/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
