import { isDay } from "../../kernel/day.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import type { Source, SourceOption, SourceRequest } from "./source.ts";

const VALIDATORS: Readonly<Record<NonNullable<SourceOption["takes"]>, (value: string) => boolean>> = {
  "a day": isDay,
  "a whole number": (value) => /^\d{1,9}$/.test(value),
  "numbers separated by commas": (value) => /^\d{1,10}( *, *\d{1,10})*$/.test(value.trim()),
  "yes or no": (value) => value === "yes" || value === "no",
  "a file": (value) => value !== "",
};

/** Throws one sentence that says which option a source does not have, or what its value must be. */
export function checkOptions(source: Source, options: SourceRequest["options"]): void {
  for (const [name, value = ""] of Object.entries(options)) {
    const option = source.options.find((one) => one.name === name);
    if (!option)
      throw new OperatorError(
        `${source.name} has no option ${name}; run florin ingest describe ${source.name} for a list.`,
      );
    const { takes } = option;
    if (takes !== undefined && !VALIDATORS[takes](value))
      throw new OperatorError(
        `${source.name}: the option ${name} takes ${takes}${takes === "a day" ? ", YYYY-MM-DD" : ""}, not ${JSON.stringify(value)}.`,
      );
  }
}
