/** The lists and texts of an answer, by their places in it. */
export type Path = readonly (string | number)[];

export interface FoundPart {
  path: Path;
  value: string | readonly unknown[];
  /** As JSON. */
  length: number;
}

/** Shorter texts are identifiers and names, which are worth nothing when cut. */
const LETTERS_MIN = 80;

/** The list or text that makes an answer long. Of an item, only one that is at least half of it. */
export function findMainPart(data: unknown, path: Path, isItem: boolean): FoundPart | null {
  const longest = listParts(data, path).reduce<FoundPart | null>(
    (best, part) => (best && best.length >= part.length ? best : part),
    null,
  );
  if (!longest || !isItem) return longest;
  return 2 * longest.length >= JSON.stringify(data).length ? longest : null;
}

function listParts(value: unknown, path: Path): FoundPart[] {
  if (Array.isArray(value))
    return value.length > 0 ? [{ path, value, length: JSON.stringify(value).length }] : [];
  if (typeof value === "string")
    return value.length > LETTERS_MIN ? [{ path, value, length: value.length }] : [];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => listParts(inner, [...path, key]));
}

/** All of them, also those inside the only item of a list. Places of numbers, such as boxes, stay whole. */
export function partsIn(value: unknown, path: Path): FoundPart[] {
  if (!Array.isArray(value) || value.length !== 1)
    return listParts(value, path).flatMap((part) =>
      part.path.length > path.length ? partsIn(part.value, part.path) : [part].filter(mayBeCut),
    );
  const inner = partsIn(value[0], [...path, 0]);
  return inner.length > 0 ? inner : listParts(value, path).filter(mayBeCut);
}

const mayBeCut = ({ value }: FoundPart) =>
  typeof value === "string" || value.length > 4 || value.some((item) => typeof item !== "number");

export function readAt(value: unknown, path: Path): unknown {
  // Paths come from the answer itself.
  return path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value);
}

export function replaceAt(value: unknown, [key, ...path]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.with(Number(key), replaceAt(value[Number(key)], path, by));
  const object = value as Record<string, unknown>;
  return { ...object, [key]: replaceAt(object[key], path, by) };
}
