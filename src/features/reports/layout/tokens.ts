const LETTERS_PER_TOKEN = 8;
const DIGITS_PER_TOKEN = 3;

type Sign = "space" | "digit" | "letter" | "single";

/**
 * About how many tokens a model's word pieces make of a text. Long words and long figures fall into several,
 * every other sign and every Chinese or Japanese character is one. Counted by hand, because every sentence and
 * row of every report passes here.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  let run: Sign = "space";
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = signOf(text.charCodeAt(at));
    if (sign === run && sign !== "single") {
      length += 1;
      continue;
    }
    tokens += tokensOf(run, length);
    run = sign;
    length = 1;
  }
  return tokens + tokensOf(run, length);
}

function tokensOf(run: Sign, length: number): number {
  switch (run) {
    case "space":
      return 0;
    case "digit":
      return Math.ceil(length / DIGITS_PER_TOKEN);
    case "letter":
      return Math.ceil(length / LETTERS_PER_TOKEN);
    case "single":
      return 1;
  }
}

function signOf(code: number): Sign {
  if (code === 32 || (code >= 9 && code <= 13)) return "space";
  if (code >= 48 && code <= 57) return "digit";
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) ? "letter" : "single";
  // Signs such as dashes and quotation marks, then the scripts without spaces between words.
  if (code >= 0x2000 && code <= 0x2bff) return "single";
  return code >= 0x3000 && code <= 0xd7ff ? "single" : "letter";
}
