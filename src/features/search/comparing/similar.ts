import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import { defineOperation } from "../../../kernel/operation.ts";
import { viewerOf } from "../../../kernel/viewer.ts";
import { saveReportClaims } from "../../claims/index.ts";
import type { SearchOperationTools } from "../operations.ts";
import { Filters, readScope } from "../query/read-scope.ts";
import { describePassage, PassageHit, passageClaim } from "../showing/hit.ts";
import {
  listModels,
  listPassages,
  type PassageDetails,
  type PassageKey,
  readNow,
  type SearchScope,
} from "../store.ts";

const PASSAGE_ID = /^(rep_[a-z0-9]{8,32})#(\d{1,7})$/;
/** Of passages with the same text only one is shown, so more are looked at. */
const CANDIDATES_MAX = 150;

const Input = z.strictObject({
  passage_id: z
    .string()
    .regex(PASSAGE_ID, "expected a passage_id of search.passages")
    .optional()
    .describe("Of search.passages"),
  text: z.string().trim().min(1).max(4_000).optional().describe("Instead of passage_id"),
  include_same_report: z.boolean().default(false),
  ...Filters,
  limit: z.int().min(1).max(50).default(10),
});

export const findSimilar = (tools: SearchOperationTools) =>
  defineOperation({
    id: "search.similar",
    errors: ["report_not_found"],
    summary: "Find similar passages",
    guide:
      "Passages of other reports that say something similar, by passage_id of search.passages or by a text.",
    scope: "reports:read",
    effect: "read",
    price: 2,
    perSecond: 10,
    rest: { method: "POST", path: "/v1/search/similar" },
    mcp: false,
    input: Input,
    output: z.object({ hits: z.array(PassageHit) }),
    examples: [
      { title: "To a sentence", input: { text: "We depend on a small number of suppliers.", limit: 5 } },
      { title: "To a passage of a demo report", input: { passage_id: "rep_vujzjgh7sqyi#0", limit: 5 } },
    ],
    async run({ caller, baseUrl }, { passage_id, text, include_same_report, limit, ...filters }) {
      if ((passage_id === undefined) === (text === undefined))
        throw new Failure("invalid_input", { detail: "Provide passage_id or text, not both." });
      const who = { viewer: viewerOf(caller), indexedUntil: await readNow(tools.db) };
      const like = passage_id === undefined ? null : await requirePassage(tools, who, passage_id);
      const except = like && !include_same_report ? { exceptReportId: like.report_id } : {};
      const scope = { ...readScope(filters, who), ...except };
      const vectors = await embedFor(tools, scope, text ?? textOf(like));
      const near = await tools.vectors.nearest({ vectors, scope, count: CANDIDATES_MAX });
      const isOther = (one: PassageKey) =>
        one.report_id !== like?.report_id || one.passage_no !== like.passage_no;
      const kept = dropCopies(near.filter(isOther)).slice(0, limit);
      const details = new Map(
        (await listPassages(tools.db, scope, kept)).map((one) => [`${one.report_id}#${one.passage_no}`, one]),
      );
      const shown = kept.flatMap(({ report_id, passage_no, similarity }) => {
        const found = details.get(`${report_id}#${passage_no}`);
        return found ? [{ ...found, score: Math.min(1, Math.max(0, similarity)) }] : [];
      });
      await saveReportClaims(tools.db, shown.map(passageClaim));
      const options = { terms: [], baseUrl, linkKey: tools.linkKey, viewer: scope.viewer };
      return { hits: shown.map((passage) => describePassage(passage, options)) };
    },
  });

async function requirePassage(
  { db }: SearchOperationTools,
  who: Pick<SearchScope, "viewer" | "indexedUntil">,
  passageId: string,
): Promise<PassageDetails> {
  const [, report_id = "", number] = PASSAGE_ID.exec(passageId) ?? [];
  const [found] = await listPassages(db, readScope({}, who), [{ report_id, passage_no: Number(number) }]);
  if (!found) throw new Failure("report_not_found", { detail: "passage_id: no report you may read has it." });
  return found;
}

/** Passages were embedded with the headings above them. */
function textOf(passage: PassageDetails | null): string {
  return [passage?.heading, passage?.text].filter(Boolean).join("\n");
}

async function embedFor(
  { db, embedder }: SearchOperationTools,
  scope: SearchScope,
  text: string,
): Promise<Map<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>();
  for (const model of await listModels(db, scope)) {
    const vector = await embedder.embedAs(model, text);
    if (vector) vectors.set(model, vector);
  }
  return vectors;
}

/** The closest of those with the same text. */
function dropCopies<Passage extends { text_key: string }>(passages: readonly Passage[]): Passage[] {
  return [...Map.groupBy(passages, ({ text_key }) => text_key).values()].flatMap(([first]) => first ?? []);
}
