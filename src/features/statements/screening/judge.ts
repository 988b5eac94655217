import type { Comparison, Condition } from "../measures/expression.ts";

export function compare(left: number, operator: Comparison, right: number): boolean {
  if (operator === ">") return left > right;
  if (operator === ">=") return left >= right;
  return operator === "<" ? left < right : left <= right;
}

export type Leaf = Extract<Condition, { kind: "comparison" }>;

/** Three values: what is not known stays unknown unless the other parts decide. */
export function judge(condition: Condition, leaf: (comparison: Leaf) => boolean | null): boolean | null {
  switch (condition.kind) {
    case "comparison":
      return leaf(condition);
    case "not": {
      const inner = judge(condition.of, leaf);
      return inner === null ? null : !inner;
    }
    default: {
      const parts = condition.parts.map((part) => judge(part, leaf));
      const decisive = condition.kind === "or";
      if (parts.includes(decisive)) return decisive;
      return parts.includes(null) ? null : !decisive;
    }
  }
}
