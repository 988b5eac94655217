import type { z } from "zod";

/**
 * Parses an input. Many languages write `null` for an unset field, so a null that the field does not accept counts as
 * absent. Only a rejected input is searched for such nulls.
 */
export function safeParse<S extends z.ZodType>(schema: S, input: unknown): z.ZodSafeParseResult<z.output<S>> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed;
  const nulls = parsed.error.issues.map(({ path }) => path).filter((path) => valueAt(input, path) === null);
  return nulls.length === 0 ? parsed : schema.safeParse(nulls.reduce(without, input));
}

export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    // Checked on the line before.
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** A copy without the field at the path. List elements stay: removing one would shift the others. */
function without(input: unknown, [key, ...rest]: readonly PropertyKey[]): unknown {
  if (key === undefined || typeof input !== "object" || input === null) return input;
  const isLast = rest.length === 0;
  if (Array.isArray(input))
    return isLast ? input : input.map((item, index) => (index === key ? without(item, rest) : item));
  const { [key]: value, ...others } = input as Record<PropertyKey, unknown>;
  return isLast ? others : { ...others, [key]: without(value, rest) };
}
