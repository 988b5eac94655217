/** The kinds of signs, as numbers: every letter of every report is looked up here. */
const SPACE = 0;
const DIGIT = 1;
const LETTER = 2;
const SINGLE = 3;

/** How many signs of a kind in a row make one token; spaces make none. */
const SIGNS_PER_TOKEN = [Number.POSITIVE_INFINITY, 3, 8, 1] as const;

/** The kind of each code below 128, which almost all are. */
const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/\s/.test(sign)) return SPACE;
  if (/\d/.test(sign)) return DIGIT;
  return /[a-z]/i.test(sign) ? LETTER : SINGLE;
});

/**
 * About how many tokens a model's word pieces make of a text. Long words and long figures fall into several,
 * every other sign and every Chinese or Japanese character is one. Counted by hand, because every sentence and
 * row of every report passes here.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  let run = SPACE;
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const kind = kindOf(text.charCodeAt(at));
    if (kind === run && kind !== SINGLE) {
      length += 1;
      continue;
    }
    tokens += tokensOf(run, length);
    run = kind;
    length = 1;
  }
  return tokens + tokensOf(run, length);
}

function tokensOf(run: number, length: number): number {
  if (run === SPACE) return 0;
  return Math.ceil(length / (SIGNS_PER_TOKEN[run] ?? 1));
}

function kindOf(code: number): number {
  const kind = ASCII_KINDS[code];
  if (kind !== undefined) return kind;
  // Signs such as dashes and quotation marks, then the scripts without spaces between words.
  if (code >= 0x2000 && code <= 0x2bff) return SINGLE;
  return code >= 0x3000 && code <= 0xd7ff ? SINGLE : LETTER;
}
