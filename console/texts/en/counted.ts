/** "1 field", "2 fields"; the number is passed already formatted. */
export const counted = (count: string, one: string, many: string): string =>
  `${count} ${count === "1" ? one : many}`;
