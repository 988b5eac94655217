import { expect, it } from "vitest";
import { startTestApp } from "../../../../test/app.ts";
import { reembedReports } from "./reembed-reports.ts";

const app = await startTestApp({ demo: true, work: false, rate_factor: 1_000 });
const EARLIER = "gte-small@int8-1";
/** Its weights are not kept. */
const GONE = "florin-retriever@1";
const CURRENT = `${app.tools.embedder.model}@${app.tools.embedder.revision}`;
const QUESTION = "Who is the auditor?";

const modelsOf = async () =>
  (
    await app.db<{ model: string }>`
      select certificate ->> 'model' as model from report where digest_state = 'ready' order by report_id`
  ).map(({ model }) => model);

/** How many passages of ready reports have the vector of the earlier model. */
async function countEarlierVectors(): Promise<number> {
  const earlier = Buffer.from((await earlierVector()).buffer);
  const [row] = await app.db<{ count: number }>`
    select count(*)::int as count from report_chunk join report using (report_id)
    where digest_state = 'ready' and vector = ${earlier}`;
  return row?.count ?? 0;
}

async function earlierVector(): Promise<Float32Array> {
  const vector = await app.tools.embedder.embedAs(EARLIER, "an earlier text");
  if (!vector) throw new Error("the earlier model is not there");
  return vector;
}

/** The two shortest reports, with one passage each, as if another model had embedded them. */
async function makeOutdated(model: string): Promise<void> {
  await app.db`update report set digest_state = 'waiting' where report_id not in (
    select report_id from report order by page_count, report_id limit 2)`;
  await app.db`delete from report_chunk where chunk_index > 0`;
  await app.db`update report_chunk set vector = ${Buffer.from((await earlierVector()).buffer)}`;
  await app.db`update report set certificate = certificate || jsonb_build_object('model', ${model}::text)`;
}

it("embeds reports of an earlier model again and continues where it was stopped", async () => {
  await makeOutdated(EARLIER);
  expect([await modelsOf(), await countEarlierVectors()]).toEqual([[EARLIER, EARLIER], 2]);
  const stopped = reembedReports(app.tools, AbortSignal.timeout(60_000));
  expect((await stopped.next()).value).toEqual({ done: 1, all: 2 });
  await stopped.return(undefined);
  expect([await modelsOf(), await countEarlierVectors()]).toEqual([[CURRENT, EARLIER], 1]);

  const steps = await Array.fromAsync(reembedReports(app.tools, AbortSignal.timeout(60_000)));
  expect(steps).toEqual([{ done: 1, all: 1 }]);
  expect([await modelsOf(), await countEarlierVectors()]).toEqual([[CURRENT, CURRENT], 0]);
  expect(await Array.fromAsync(reembedReports(app.tools, AbortSignal.timeout(60_000)))).toEqual([]);
});

it("embeds a question for the model of the report, and not at all for a model that is not there", async () => {
  const { embedder } = app.tools;
  const [current] = await embedder.embed([QUESTION]);
  expect(await embedder.embedAs(CURRENT, QUESTION)).toEqual(current);
  expect(await embedder.embedAs(EARLIER, QUESTION)).not.toEqual(current);
  expect(await embedder.embedAs("another@1", QUESTION)).toBeNull();
});

it("finds pages by words alone in reports of weights that are gone, until they are embedded again", async () => {
  await makeOutdated(GONE);
  const [report] = await app.db`select report_id from report where digest_state = 'ready' order by report_id`;
  const { key } = await app.addAccount();
  const body = { report_id: report?.["report_id"], question: QUESTION };
  const engineOf = async () =>
    (await app.call("POST", "/v1/chat/chat_report", { key, body })).json.data.engine;
  expect(await app.tools.embedder.embedAs(GONE, QUESTION)).toBeNull();
  expect(await engineOf()).toContain("pages found by words alone");

  await Array.fromAsync(reembedReports(app.tools, AbortSignal.timeout(60_000)));
  expect(await modelsOf()).toEqual([CURRENT, CURRENT]);
  expect(await engineOf()).not.toContain("words alone");
});
