import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import { type Context, defineOperation } from "../../../kernel/operation.ts";
import type { Database } from "../../../platform/db/index.ts";
import { listClaims } from "../../claims/index.ts";
import { findBuilder } from "../builders/store.ts";
import { CompanyReference } from "../company-reference.ts";
import { EXAMPLE_IDS } from "../data/example-ids.ts";
import { viewerOf } from "../owner.ts";
import { Difference, ExtractJson, LinkedEvidence, Provenance, TaggedEvidence } from "./artifact.ts";
import { compareEvidence, isPrintedNumber } from "./compare-evidence.ts";
import { type ArtifactRow, findArtifact, hasArtifacts, listArtifacts, revokeArtifact } from "./store.ts";

const COMPANIES_MAX = 500;

const Artifact = z
  .object({
    id: z.string(),
    publish_date: z.iso.date(),
    created_at: z.string(),
    company_list: z.array(CompanyReference),
    extract_json: ExtractJson.optional().describe("Of `data`: group, field, value"),
    url: z.string().optional().describe("For `report`: its public page"),
  })
  .meta({ id: "AgentBuilderArtifact" });

export const listOutputs = (db: Database) =>
  defineOperation({
    id: "agents.outputs",
    summary: "What an agent builder produced: output artifacts",
    guide:
      "Latest artifacts an agent builder produced in its runs: structured data it did extract for each company, or " +
      "HTML report links. Take agent_id from agents.list.",
    scope: "agents:read",
    effect: "read",
    price: 0,
    perSecond: 2,
    rest: { method: "POST", path: "/v1/agent_builder/outputs", reply: "bare" },
    mcp: { tool: "agent_outputs" },
    input: z.strictObject({
      agent_id: z.string().min(1).max(60),
      agent_type: z.enum(["data", "report"]),
      limit: z.int().min(1).max(50),
      offset: z.int().min(0),
      svc_entity_id_list: z
        .array(z.string().min(1).max(60))
        .max(COMPANIES_MAX)
        .optional()
        .describe("Only `data` of these companies of the builder"),
    }),
    output: z.array(Artifact),
    errors: ["builder_not_found", "artifact_not_found"],
    examples: [
      {
        title: "The latest data of a demo builder",
        input: { agent_id: EXAMPLE_IDS.builder, agent_type: "data", limit: 10, offset: 0 },
      },
    ],
    async run({ caller, baseUrl }, input) {
      const { agent_id, agent_type, limit, offset } = input;
      const viewer = viewerOf(caller);
      const builder = await findBuilder(db, viewer, agent_id);
      if (!builder) throw new Failure("artifact_not_found");
      const wanted = agent_type === "data" ? (input.svc_entity_id_list ?? []) : [];
      const own = new Set(builder.company_list.map(({ svc_entity_id }) => svc_entity_id));
      const unrecognised = wanted.filter((id) => !own.has(id));
      if (unrecognised.length > 0) {
        const named = unrecognised.slice(0, 5).join(", ");
        throw new Failure("invalid_input", {
          detail: `svc_entity_id_list: ${named} is not in the company_list of this builder`,
        });
      }
      const svcEntityIds = wanted.length > 0 ? wanted : null;
      const of = { builderId: agent_id, agentType: agent_type };
      const rows = await listArtifacts(db, viewer, { ...of, svcEntityIds, limit, offset });
      if (rows.length === 0 && !(await hasArtifacts(db, viewer, of))) throw new Failure("artifact_not_found");
      return rows.map((row) => describe(row, baseUrl));
    },
  });

function describe(row: ArtifactRow, baseUrl: string): z.input<typeof Artifact> {
  const { artifact_id: id, publish_date, created_at, company_list, extract_json } = row;
  const common = { id, publish_date, created_at, company_list };
  if (row.agent_type === "data") return { ...common, extract_json: extract_json ?? {} };
  return { ...common, ...(row.public_word === null ? {} : { url: `${baseUrl}/r/${row.public_word}` }) };
}

const artifactId = z.strictObject({ artifact_id: z.string().min(1).max(60) });

async function requireArtifact(db: Database, { caller }: Context, artifactId: string): Promise<ArtifactRow> {
  const row = await findArtifact(db, viewerOf(caller), artifactId);
  if (!row) throw new Failure("artifact_not_found");
  return row;
}

async function tagEvidence(
  db: Database,
  { evidence, provenance }: Pick<ArtifactRow, "evidence" | "provenance">,
): Promise<TaggedEvidence[]> {
  const read = (evidence ?? []).filter(isPrintedNumber);
  if (read.length === 0) return evidence ?? [];
  const claims = await listClaims(
    db,
    read.flatMap(({ claim_ids }) => claim_ids.slice(0, 1)),
  );
  const companyOf = new Map(provenance.documents.map((one) => [one.report_id, one.svc_entity_id]));
  return compareEvidence(db, evidence ?? [], { claims, companyOf });
}

export const showArtifact = (db: Database) =>
  defineOperation({
    id: "agents.artifact",
    summary: "One artifact with its evidence and where it comes from",
    guide:
      "Everything about one artifact of agents.outputs: values, evidence, and the difference from the previous one.",
    scope: "agents:read",
    effect: "read",
    price: 0,
    perSecond: 10,
    rest: { method: "GET", path: "/v1/agent_builder/artifact" },
    mcp: false,
    input: artifactId,
    output: Artifact.extend({
      agent_id: z.string(),
      agent_type: z.enum(["data", "report"]),
      run_id: z.string().nullable(),
      evidence: z.array(TaggedEvidence),
      difference: z.array(Difference).nullable().describe("From the previous artifact; null for the first"),
      provenance: Provenance,
      content_sha256: z.string(),
    }),
    errors: ["artifact_not_found"],
    examples: [{ title: "Data of a demo builder", input: { artifact_id: EXAMPLE_IDS.dataArtifact } }],
    async run(context, { artifact_id }) {
      const row = await requireArtifact(db, context, artifact_id);
      const { builder_id, agent_type, run_id, difference, provenance, content_sha256 } = row;
      const more = { agent_id: builder_id, agent_type, run_id, difference, provenance, content_sha256 };
      return { ...describe(row, context.baseUrl), ...more, evidence: await tagEvidence(db, row) };
    },
  });

export const showEvidence = (db: Database) =>
  defineOperation({
    id: "agents.evidence",
    summary: "Where each value of an artifact stands",
    guide:
      "For each field of an artifact: report, page, box, quote, verdict and confidence, or why it is null.",
    scope: "agents:read",
    effect: "read",
    price: 0,
    perSecond: 10,
    rest: { method: "GET", path: "/v1/agent_builder/outputs/:artifact_id/evidence" },
    mcp: false,
    input: artifactId,
    output: z.object({
      artifact_id: z.string(),
      evidence: z.array(LinkedEvidence),
      difference: z.array(Difference).nullable(),
    }),
    errors: ["artifact_not_found"],
    examples: [{ title: "Data of a demo builder", input: { artifact_id: EXAMPLE_IDS.dataArtifact } }],
    async run(context, { artifact_id }) {
      const row = await requireArtifact(db, context, artifact_id);
      const linked = (await tagEvidence(db, row)).map((one) => {
        const [claim] = one.claim_ids;
        return { ...one, link: claim === undefined ? null : `${context.baseUrl}/c/${claim}` };
      });
      return { artifact_id, evidence: linked, difference: row.difference };
    },
  });

export const revokeReport = (db: Database) =>
  defineOperation({
    id: "agents.revoke",
    summary: "Revoke the public page of a report artifact",
    guide: "The link of the report stops working. This cannot be undone; a new run creates a new one.",
    scope: "agents:write",
    effect: "write",
    price: 0,
    perSecond: 2,
    rest: { method: "POST", path: "/v1/agent_builder/artifact/revoke" },
    mcp: false,
    input: artifactId,
    output: z.object({ artifact_id: z.string(), revoked: z.boolean() }),
    errors: ["artifact_not_found"],
    examples: [{ title: "A report of a demo builder", input: { artifact_id: EXAMPLE_IDS.reportArtifact } }],
    async run(context, { artifact_id }) {
      const row = await requireArtifact(db, context, artifact_id);
      if (row.agent_type !== "report")
        throw new Failure("invalid_input", { detail: "artifact_id: only a report has a public page" });
      await revokeArtifact(db, artifact_id);
      return { artifact_id, revoked: true };
    },
  });
