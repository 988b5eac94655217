/** The few instructions of WebAssembly that are needed, by name. */
export function leb(number: number): number[] {
  const bytes: number[] = [];
  let rest = number;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 0x80);
  } while (rest !== 0);
  return bytes;
}

/** Signed: a constant whose highest bit is set needs one byte more. */
function signedLeb(number: number): number[] {
  const bytes = leb(number);
  const last = bytes.at(-1) ?? 0;
  return last & 0x40 ? [...bytes.slice(0, -1), last | 0x80, 0] : bytes;
}

export const concat = (parts: readonly (readonly number[])[]): number[] => parts.flat();

export const section = (id: number, body: readonly number[]): number[] => [id, ...leb(body.length), ...body];

const vector = (operation: number): number[] => [0xfd, ...leb(operation)];

export const instructions = {
  EXTEND_LOW: 0x87,
  EXTEND_HIGH: 0x88,
  DOT: 0xba,
  ADD: 0xae,
  vector,
  get: (local: number) => [0x20, local],
  set: (local: number) => [0x21, local],
  tee: (local: number) => [0x22, local],
  constant: (number: number) => [0x41, ...signedLeb(number)],
  add: [0x6a],
  shiftLeft: [0x74],
  loop: [0x03, 0x40],
  end: [0x0b],
  repeatIfLess: [0x49, 0x0d, 0],
  store: [0x36, 2, 0],
  zeroVector: [0xfd, ...leb(12), ...Array.from({ length: 16 }, () => 0)],
  loadVector: (offset: number) => [...vector(0), 0, ...leb(offset)],
  lane: (index: number) => [...vector(0x1b), index],
} as const;
