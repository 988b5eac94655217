const rules = new Intl.PluralRules("fr");

/** « 0 champ », « 2 champs », « 1 000 000 de champs » ; the number is passed already formatted. */
export function counted(count: string, one: string, many: string): string {
  const category = rules.select(Number(count.replaceAll(/\s/g, "").replace(",", ".")));
  if (category === "one") return `${count} ${one}`;
  return category === "many"
    ? `${count} ${/^[aeéiou]/.test(many) ? "d’" : "de "}${many}`
    : `${count} ${many}`;
}
