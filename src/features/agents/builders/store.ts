import type { Sql } from "../../../platform/db/index.ts";
import type { CompanyReference } from "../company-reference.ts";
import type { Ownership, Viewer } from "../owner.ts";
import type { FieldMapping } from "./field-mapping.ts";

export interface BuilderRow extends Ownership {
  builder_id: string;
  name: string;
  description: string | null;
  field_mapping: FieldMapping;
  active: boolean;
  created_at: string;
  updated_at: string;
  company_list: CompanyReference[];
}

const columns = (sql: Sql) => sql`
  builder_id, account_id, owner_id, visibility, builder.name, builder.description, field_mapping, active, builder.created_at,
  updated_at,
  (select coalesce(json_agg(json_build_object('svc_entity_id', svc_entity_id, 'name', company.name)
                            order by position), '[]')
   from agent_builder_company join company using (svc_entity_id)
   where agent_builder_company.builder_id = builder.builder_id) as company_list`;

/** For a table with the columns of `Ownership`: the rows a viewer may see. */
export const visibleTo = (sql: Sql, { accountId, userId }: Viewer) => sql`
  account_id = ${accountId} and is_visible_to(${userId}::text, visibility, owner_id)`;

/** For a table with a `builder_id`: the rows of builders the viewer may see. */
export const ofVisibleBuilder = (sql: Sql, viewer: Viewer) => sql`
  builder_id in (select builder_id from agent_builder where ${visibleTo(sql, viewer)})`;

/** The person's own builders; with `includeShared` also those shared in the account. */
export async function listBuilders(
  sql: Sql,
  viewer: Viewer,
  { includeShared, most }: { includeShared: boolean; most: number },
): Promise<BuilderRow[]> {
  const { userId } = viewer;
  return sql<BuilderRow>`
    select ${columns(sql)} from agent_builder builder
    where ${visibleTo(sql, viewer)} and active
      ${userId === null || includeShared ? sql`` : sql`and owner_id = ${userId}`}
    order by builder.created_at desc, builder_id limit ${most}`;
}

export async function findBuilder(
  sql: Sql,
  viewer: Viewer,
  builderId: string,
): Promise<BuilderRow | undefined> {
  const [row] = await sql<BuilderRow>`
    select ${columns(sql)} from agent_builder builder
    where builder_id = ${builderId} and ${visibleTo(sql, viewer)} and active`;
  return row;
}

/** For runs, which act for the builder's owner. */
export async function findAnyBuilder(sql: Sql, builderId: string): Promise<BuilderRow | undefined> {
  const [row] = await sql<BuilderRow>`
    select ${columns(sql)} from agent_builder builder where builder_id = ${builderId}`;
  return row;
}

/** The owners of active builders that read a company. */
export async function listWatchers(
  sql: Sql,
  svcEntityId: string,
): Promise<(Ownership & { builder_id: string })[]> {
  return sql<Ownership & { builder_id: string }>`
    select account_id, owner_id, visibility, builder_id
    from agent_builder_company join agent_builder using (builder_id, account_id)
    where svc_entity_id = ${svcEntityId} and active order by builder_id limit 10000`;
}

export async function insertBuilder(
  sql: Sql,
  builder: Pick<BuilderRow, "builder_id" | "name" | "description" | "field_mapping"> & Ownership,
): Promise<boolean> {
  const added = await sql`
    insert into agent_builder (builder_id, account_id, owner_id, visibility, name, description, field_mapping)
    values (${builder.builder_id}, ${builder.account_id}, ${builder.owner_id}, ${builder.visibility}, ${builder.name},
      ${builder.description}, ${sql.json(builder.field_mapping)})
    on conflict (builder_id, account_id) do nothing returning builder_id`;
  return added.length > 0;
}

export async function updateBuilder(
  sql: Sql,
  viewer: Viewer,
  change: { builder_id: string } & Partial<
    Pick<BuilderRow, "name" | "description" | "field_mapping" | "visibility">
  >,
): Promise<boolean> {
  const { name, description, field_mapping, visibility } = change;
  const rows = await sql`
    update agent_builder set
      name = ${name === undefined ? sql`name` : sql`${name}`},
      description = ${description === undefined ? sql`description` : sql`${description}`},
      field_mapping = ${field_mapping === undefined ? sql`field_mapping` : sql`${sql.json(field_mapping)}`},
      visibility = ${visibility === undefined ? sql`visibility` : sql`${visibility}`},
      updated_at = clock_timestamp()
    where builder_id = ${change.builder_id} and ${visibleTo(sql, viewer)}
      and active
    returning builder_id`;
  return rows.length > 0;
}

/** What ends with builders: their subscriptions, and the runs that have not published yet. */
const endsWith = (sql: Sql) => sql`
  paused as (
    update agent_subscription set next_due_at = null where builder_id in (select builder_id from stopped)),
  cancelled as (
    update agent_run set state = 'cancelled', finished_at = clock_timestamp()
    where builder_id in (select builder_id from stopped) and state in ('waiting', 'running'))`;

/** A deactivated builder is no longer listed or run; its subscriptions and runs stop with it. */
export async function deactivateBuilder(sql: Sql, viewer: Viewer, builderId: string): Promise<boolean> {
  const rows = await sql`
    with stopped as (
      update agent_builder set active = false, updated_at = clock_timestamp()
      where builder_id = ${builderId} and ${visibleTo(sql, viewer)} and active
      returning builder_id),
    ${endsWith(sql)}
    select builder_id from stopped`;
  return rows.length > 0;
}

/**
 * A person's private builders end with the person, and so do their public pages: no one else can see or revoke them.
 * Returns how many there were.
 */
export async function deactivatePrivateBuilders(sql: Sql, ownerId: string): Promise<number> {
  const rows = await sql`
    with stopped as (
      update agent_builder set active = false, updated_at = clock_timestamp()
      where owner_id = ${ownerId} and visibility = 'private' and active returning builder_id),
    ${endsWith(sql)},
    withdrawn as (
      update agent_artifact set public_word = null
      where public_word is not null and builder_id in (
        select builder_id from agent_builder where owner_id = ${ownerId} and visibility = 'private'))
    select builder_id from stopped`;
  return rows.length;
}

/** Replaces the companies of a builder, in the given order. */
export async function bindCompanies(
  sql: Sql,
  builderId: string,
  svcEntityIds: readonly string[],
): Promise<void> {
  await sql`
    with gone as (
      delete from agent_builder_company
      where builder_id = ${builderId} and svc_entity_id <> all(${svcEntityIds}::text[]))
    insert into agent_builder_company (builder_id, account_id, svc_entity_id, position)
    select builder_id, account_id, given.svc_entity_id, given.position
    from agent_builder, unnest(${svcEntityIds}::text[]) with ordinality as given (svc_entity_id, position)
    where builder_id = ${builderId}
    on conflict (builder_id, svc_entity_id, account_id) do update set position = excluded.position`;
}
