/**
 * Where to cut a text at this place: there or, inside a character, before it. Some characters, such as emoji, are two
 * units long, and the database stores no half of one.
 */
export function characterStart(text: string, at: number): number {
  const isInside = at > 0 && isSecondHalf(text.charCodeAt(at)) && isFirstHalf(text.charCodeAt(at - 1));
  return isInside ? at - 1 : at;
}

const isFirstHalf = (unit: number) => unit >= 0xd800 && unit < 0xdc00;
const isSecondHalf = (unit: number) => unit >= 0xdc00 && unit < 0xe000;
