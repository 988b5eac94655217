import fc from "fast-check";

type Schema = Record<string, unknown>;

const AWKWARD: readonly unknown[] = [
  "",
  " ",
  "\u0000",
  "'; drop table company; --",
  "%_\\%",
  "😀".repeat(50),
  "\ud800",
  "x".repeat(5_000),
  0,
  -1,
  1e308,
  2 ** 53,
  1.5,
  true,
  null,
  [],
  {},
  { min: "a" },
  ["a", ["b"]],
  "2024-02-30",
  "__proto__",
];

// Making the first one takes the library a second, which would hold up a service in the same process.
const TEXT = fc.string({ unit: "binary", maxLength: 40 });
const JSON_VALUE = fc.jsonValue();

/**
 * Bodies near what a schema asks for: right fields with wrong values, missing fields, strange types, pure noise.
 * `others` are values that exist, but not for the one who asks.
 */
export function bodies(schema: Schema, others: readonly unknown[] = []): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);
  const fields = Object.fromEntries(properties.map(([name, property]) => [name, valueFor(property, others)]));
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.dictionary(fc.string(), JSON_VALUE, { maxKeys: 5 }) },
    { weight: 1, arbitrary: JSON_VALUE },
  );
}

function valueFor(property: Schema, others: readonly unknown[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 4, arbitrary: plausible(property, others) },
    { weight: 2, arbitrary: fc.constantFrom(...AWKWARD, ...others) },
    { weight: 1, arbitrary: JSON_VALUE },
  );
}

function plausible(property: Schema, others: readonly unknown[]): fc.Arbitrary<unknown> {
  if (Array.isArray(property["enum"])) return fc.constantFrom(...property["enum"]);
  switch (property["type"]) {
    case "integer":
      return fc.integer({ min: -5, max: 2_000_000 });
    case "number":
      return fc.double();
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(valueFor((property["items"] ?? {}) as Schema, others), { maxLength: 5 });
    case "object":
      return bodies(property, others);
    default:
      return TEXT;
  }
}
