import { describe, expect, it } from "vitest";
import type { Failure } from "../../../kernel/errors.ts";
import { TEMPLATES } from "../data/templates.ts";
import { FieldMapping, parseMapping, readUnit } from "./field-mapping.ts";
import { importJsonSchema } from "./import-schema.ts";

const detailOf = (work: () => unknown): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    return (error as Failure).detail;
  }
};
const refusal = (field: object) => detailOf(() => parseMapping({ group: { field } }));

describe("a field mapping", () => {
  it("reports the field and what is wrong with it", () => {
    expect(refusal({ type: "money", unit: "EUR million" })).toBeNull();
    expect(refusal({ type: "colour" })).toContain("field_mapping.group.field.type");
    expect(refusal({ type: "money", unit: "bushels" })).toContain("expected a currency code");
    expect(refusal({ type: "number", enum: ["a"] })).toContain("field_mapping.group.field.enum");
    expect(refusal({ type: "text", period: "last Tuesday" })).toContain("expected year, prior_year");
    expect(refusal({ type: "date", unit: "USD" })).toContain("a date has no unit");
    expect(detailOf(() => parseMapping({}))).toContain("at least one group");
    expect(detailOf(() => parseMapping({ group: {} }))).toContain("at least one field");
    expect(detailOf(() => parseMapping({ "<script>": { a: { type: "text" } } }))).toContain("<script>");
  });

  it("reads units of money", () => {
    expect(readUnit("USD")).toEqual({ currency: "USD", scale: 1 });
    expect(readUnit("EUR million")).toEqual({ currency: "EUR", scale: 1e6 });
    expect(readUnit("million million")).toBeNull();
  });

  it("is valid in every template", () => {
    for (const { id, field_mapping } of TEMPLATES)
      expect([id, FieldMapping.safeParse(field_mapping).error]).toEqual([id, undefined]);
  });
});

describe("a JSON Schema", () => {
  it("becomes groups and fields", () => {
    const mapping = importJsonSchema({
      type: "object",
      required: ["currency"],
      properties: {
        currency: { type: "string", enum: ["USD", "EUR"] },
        income: {
          type: "object",
          required: ["revenue"],
          properties: {
            revenue: { type: ["number", "null"], format: "currency", title: "Total revenue" },
            segments: { type: "array", items: { type: "object", properties: {} } },
            risks: { type: "array", items: { type: "string" } },
            ended: { type: "string", format: "date" },
          },
        },
      },
    });
    expect(mapping).toEqual({
      Fields: { currency: { type: "text", enum: ["USD", "EUR"], required: true } },
      income: {
        revenue: { label: "Total revenue", type: "money", required: true },
        segments: { type: "table" },
        risks: { type: "list" },
        ended: { type: "date" },
      },
    });
  });

  it("is refused with the name of the part that cannot be read, never silently shortened", () => {
    const deep = { properties: { a: { properties: { b: { properties: { c: {} } } } } } };
    expect(detailOf(() => importJsonSchema(deep))).toContain(
      "json_schema.a.b: objects may be nested only one level deep",
    );
    expect(detailOf(() => importJsonSchema({ properties: { a: { $ref: "#/x" } } }))).toContain(
      "$ref is not supported",
    );
    expect(detailOf(() => importJsonSchema({ properties: { a: { type: ["string", "number"] } } }))).toContain(
      "more than one",
    );
    expect(detailOf(() => importJsonSchema({}))).toContain("has no properties");
  });
});
