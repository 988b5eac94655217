import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

type Value = number | string | boolean | readonly number[];
type Widened<T extends Value> = T extends number
  ? number
  : T extends boolean
    ? boolean
    : T extends string
      ? string
      : number[];

/** The options of a command line, each of the kind of its default: `--rounds 9 --large --sizes 10,20`. */
export function readOptions<const T extends Record<string, Value>>(
  defaults: T,
): { [Name in keyof T]: Widened<T[Name]> } {
  const names = Object.entries(defaults);
  const { values } = parseArgs({
    options: Object.fromEntries(
      names.map(([name, value]) => [name, { type: typeof value === "boolean" ? "boolean" : "string" }]),
    ),
  });
  const read = (name: string, value: Value) => {
    const given = values[name];
    if (typeof given !== "string") return given ?? value;
    if (typeof value === "string") return given;
    return typeof value === "number" ? Number(given) : given.split(",").map(Number);
  };
  // Every name has a value of the kind of its default.
  return Object.fromEntries(names.map(([name, value]) => [name, read(name, value)])) as {
    [Name in keyof T]: Widened<T[Name]>;
  };
}

/** Writes a result to the file that `--json` names; does nothing without one. */
export function saveJson(file: string, result: unknown): void {
  if (file !== "") writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
}
