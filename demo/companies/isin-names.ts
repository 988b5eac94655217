import { foldName } from "../../src/features/companies/names/fold-name.ts";
import { scoreName } from "../../src/features/companies/names/score-name.ts";

const ALIKE_MIN = 0.56;

/** Whether two lists mean one company: exchanges abbreviate names, so words need not be equal. */
export function isSameCompany(a: string, b: string): boolean {
  const [one, other] = [foldName(a), foldName(b)];
  const score = Math.max(
    scoreName(one, other, () => 1),
    scoreName(other, one, () => 1),
  );
  return score >= ALIKE_MIN;
}
