import type { Caller } from "../../../kernel/operation.ts";
import { viewerOf } from "../../../kernel/viewer.ts";
import type { Database } from "../../../platform/db/index.ts";
import { listStoredFigures } from "../../statements/index.ts";
import type { ChatOutcome } from "./chat-answer.ts";
import type { ChatScope } from "./chat-scope.ts";
import { figureName } from "./read-request.ts";

/** Needed to look companies up by name. */
export const COMPANY_SCOPE = "companies:read";
const SUGGESTED = ["revenue", "net_income", "operating_income", "total_assets", "cash"];
const SUGGESTIONS_MAX = 3;

interface Suggestion {
  outcome: ChatOutcome;
  scope: ChatScope | null;
}

/** Questions that the stored statements of the companies answer: other figures of the latest year they have. */
export async function suggestFollowUps(
  db: Database,
  caller: Caller,
  { outcome, scope }: Suggestion,
): Promise<string[]> {
  const [company] = scope?.companies ?? [];
  if (!scope || !company || !caller.scopes.has(COMPANY_SCOPE) || outcome === "declined" || outcome === "help")
    return [];
  const stored = await listStoredFigures(db, viewerOf(caller), {
    svcEntityId: company.svc_entity_id,
    concepts: SUGGESTED,
  });
  return stored
    .filter(({ concept }) => concept !== scope.figure_id)
    .toSorted((a, b) => SUGGESTED.indexOf(a.concept) - SUGGESTED.indexOf(b.concept))
    .slice(0, SUGGESTIONS_MAX)
    .map(({ concept, fiscal_year }) => askFigure(figureName(concept), company.name, fiscal_year));
}

/** "What were the total assets", "What was the net income". */
function askFigure(name: string, company: string, year: number): string {
  return `What ${name.endsWith("s") ? "were" : "was"} the ${name} of ${company} in ${year}?`;
}
