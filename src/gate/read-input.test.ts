import { describe, expect, it } from "vitest";
import { z } from "zod";
import { buildCatalog, type Tools } from "../catalog.ts";
import { Day } from "../kernel/day.ts";
import { Failure } from "../kernel/errors.ts";
import { readInput } from "./index.ts";

const Schema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(50),
  name: z.string().min(1).max(60).optional(),
  note: z.string().nullable().optional(),
  order: z.enum(["asc", "desc"]).default("asc"),
  start_date: Day.optional(),
  share: z.number().min(0).optional(),
  filters: z
    .array(z.strictObject({ field: z.string(), value: z.string().optional() }))
    .max(3)
    .optional(),
});

function detailOf(input: unknown): string | undefined {
  try {
    readInput(Schema, input);
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.detail ?? "";
  }
}

describe("null in an input", () => {
  it("counts as an absent field, also inside lists, unless the field accepts null", () => {
    const input = {
      limit: 5,
      name: null,
      order: null,
      start_date: null,
      note: null,
      filters: [{ field: "a", value: null }],
    };
    expect(readInput(Schema, input)).toEqual({
      limit: 5,
      order: "asc",
      note: null,
      filters: [{ field: "a" }],
    });
    expect(input.filters[0]).toEqual({ field: "a", value: null });
  });

  it("is refused where the field is required", () => {
    expect(detailOf({ limit: 5, filters: [{ field: null }] })).toBe("filters.0.field is required (text)");
    expect(detailOf({ limit: 5, filters: [null] })).toBe("filters.0 is required (an object)");
  });

  /** Each operation with an optional field that its example leaves out and that does not accept null by itself. */
  const cases = buildCatalog({} as Tools).flatMap(({ id, input, examples }) => {
    if (!(input instanceof z.ZodObject)) return [];
    const given = examples[0]?.input as Record<string, unknown>;
    const nulls = Object.entries(input.shape as Record<string, z.ZodType>)
      .filter(([name, field]) => given[name] === undefined && field.safeParse(undefined).success)
      .filter(([, field]) => !field.safeParse(null).success)
      .map(([name]) => [name, null]);
    return nulls.length === 0
      ? []
      : [{ id, input, given, withNulls: { ...given, ...Object.fromEntries(nulls) } }];
  });

  it.each(cases)("counts as absent for every optional field of $id", ({ input, given, withNulls }) => {
    // An example names a file by its path, which the schema refuses: with nulls it must refuse it as well.
    const plain = input.safeParse(given);
    if (plain.success) expect(readInput(input, withNulls)).toEqual(plain.data);
    else expect(() => readInput(input, withNulls)).toThrow(Failure);
  });
});

describe("the error of an input", () => {
  it.each([
    [{}, "limit is required (a whole number from 1 to 50)"],
    [{ limit: 0 }, "limit must be a whole number from 1 to 50"],
    [{ limit: "many" }, "limit must be a whole number from 1 to 50"],
    [{ limit: 1.5 }, "limit must be a whole number from 1 to 50"],
    [{ limit: 5, name: "" }, "name must be text of 1 to 60 characters"],
    [{ limit: 5, order: "up" }, "order must be one of asc, desc"],
    [{ limit: 5, share: -1 }, "share must be a number 0 or more"],
    [{ limit: 5, start_date: "yesterday" }, "start_date: expected a day, YYYY-MM-DD"],
    [{ limit: 5, start_date: "0900-01-01" }, "start_date: expected a day of 1000-01-01 or later"],
    [{ limit: 5, filters: [{}] }, "filters.0.field is required (text)"],
    [{ limit: 5, filters: [1] }, "filters.0 must be an object"],
    [
      { limit: 5, unknown: 1 },
      "unknown: unknown field (there are limit, name, note, order, start_date, share, filters)",
    ],
  ])("is reported once and in plain words: %j", (input, detail) => {
    expect(detailOf(input)).toBe(detail);
  });
});
