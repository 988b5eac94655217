/** "1 field", "2 fields"; the number comes as it is printed. */
export const counted = (count: string, one: string, many: string): string =>
  `${count} ${count === "1" ? one : many}`;
