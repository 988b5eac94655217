/** „1 Feld“, „2 Felder“; the number is passed already formatted. */
export const counted = (count: string, one: string, many: string): string =>
  `${count} ${count === "1" ? one : many}`;
