import type { Sql } from "../../../platform/db/index.ts";
import { ofVisibleBuilder } from "../builders/store.ts";
import type { CompanyReference } from "../company-reference.ts";
import type { Viewer } from "../owner.ts";
import type { Difference, Evidence, ExtractJson, Provenance } from "./artifact.ts";

export type AgentType = "data" | "report";

export interface ArtifactRow {
  artifact_id: string;
  builder_id: string;
  run_id: string | null;
  agent_type: AgentType;
  svc_entity_id: string | null;
  company_list: CompanyReference[];
  publish_date: string;
  created_at: string;
  extract_json: ExtractJson | null;
  evidence: Evidence[] | null;
  difference: Difference[] | null;
  provenance: Provenance;
  content_sha256: string;
  public_word: string | null;
}

const columns = (sql: Sql) => sql`
  artifact_id, builder_id, run_id, agent_type, svc_entity_id, company_list, publish_date, created_at, extract_json,
  evidence, difference, provenance, content_sha256, public_word`;

/** A report whose public URL was revoked has nothing left to show. */
const shown = (sql: Sql) => sql`(agent_type = 'data' or public_word is not null)`;

/** Those made of reports that a viewer may read. */
const readable = (sql: Sql, { accountId, userId }: Viewer) => sql`
  may_read_artifact(provenance, ${accountId}, ${userId}::text)`;

/** Latest publish date first; on the same date the one created last. */
export async function listArtifacts(
  sql: Sql,
  viewer: Viewer,
  query: {
    builderId: string;
    agentType: AgentType;
    svcEntityIds: string[] | null;
    limit: number;
    offset: number;
  },
): Promise<ArtifactRow[]> {
  const { builderId, agentType, svcEntityIds, limit, offset } = query;
  return sql<ArtifactRow>`
    select ${columns(sql)} from agent_artifact
    where builder_id = ${builderId} and agent_type = ${agentType} and ${shown(sql)} and ${readable(sql, viewer)}
      ${svcEntityIds === null ? sql`` : sql`and svc_entity_id = any(${svcEntityIds})`}
    order by publish_date desc, created_at desc, artifact_id limit ${limit} offset ${offset}`;
}

/** Distinguishes a page past the end from a builder without artifacts. */
export async function hasArtifacts(
  sql: Sql,
  viewer: Viewer,
  { builderId, agentType }: { builderId: string; agentType: AgentType },
): Promise<boolean> {
  const rows = await sql`
    select from agent_artifact
    where builder_id = ${builderId} and agent_type = ${agentType} and ${shown(sql)} and ${readable(sql, viewer)} limit 1`;
  return rows.length > 0;
}

export async function findArtifact(
  sql: Sql,
  viewer: Viewer,
  artifactId: string,
): Promise<ArtifactRow | undefined> {
  const [row] = await sql<ArtifactRow>`
    select ${columns(sql)} from agent_artifact
    where artifact_id = ${artifactId} and ${ofVisibleBuilder(sql, viewer)} and ${readable(sql, viewer)}`;
  return row;
}

/** For the operator's replay, which may read any artifact. */
export async function findAnyArtifact(sql: Sql, artifactId: string): Promise<ArtifactRow | undefined> {
  const [row] = await sql<ArtifactRow>`
    select ${columns(sql)} from agent_artifact where artifact_id = ${artifactId}`;
  return row;
}

/** A public page is shown as long as its builder may read what it was made of. */
export async function findPublicArtifact(sql: Sql, publicWord: string): Promise<ArtifactRow | undefined> {
  const [row] = await sql<ArtifactRow>`
    select ${columns(sql)} from agent_artifact
    where public_word = ${publicWord} and exists (
      select from agent_builder builder where builder.builder_id = agent_artifact.builder_id
        and may_read_artifact(provenance, builder.account_id,
          case builder.visibility when 'private' then builder.owner_id end))`;
  return row;
}

/** The latest data artifact of each company that a viewer may read: what is compared with it shows its values. */
export async function listLatestData(sql: Sql, viewer: Viewer, builderId: string): Promise<ArtifactRow[]> {
  return sql<ArtifactRow>`
    select distinct on (svc_entity_id) ${columns(sql)} from agent_artifact
    where builder_id = ${builderId} and agent_type = 'data' and ${readable(sql, viewer)}
    order by svc_entity_id, created_at desc`;
}

export async function insertArtifact(sql: Sql, row: Omit<ArtifactRow, "created_at">): Promise<void> {
  const optional = (value: unknown) => (value === null ? null : sql.json(value));
  await sql`
    insert into agent_artifact (artifact_id, builder_id, account_id, run_id, agent_type, svc_entity_id, company_list,
      publish_date, extract_json, evidence, difference, provenance, content_sha256, public_word)
    select ${row.artifact_id}, builder_id, account_id, ${row.run_id}, ${row.agent_type}, ${row.svc_entity_id},
      ${sql.json(row.company_list)}::json, ${row.publish_date}::date, ${optional(row.extract_json)}::json,
      ${optional(row.evidence)}::json, ${optional(row.difference)}::json, ${sql.json(row.provenance)}::json,
      ${row.content_sha256}, ${row.public_word}
    from agent_builder where builder_id = ${row.builder_id}`;
}

export async function revokeArtifact(sql: Sql, artifactId: string): Promise<void> {
  await sql`update agent_artifact set public_word = null where artifact_id = ${artifactId}`;
}
