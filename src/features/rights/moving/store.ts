import type { Sql, TableShape } from "../../../platform/db/index.ts";
import { indexWords } from "../../search/index.ts";
import { MOVED_TABLES } from "./moved-tables.ts";

/** False when it was closed already. */
export async function closeAccount(sql: Sql, accountId: string): Promise<boolean> {
  const rows = await sql`
    update account set closed_at = now() where id = ${accountId} and closed_at is null returning id`;
  return rows.length > 0;
}

export async function openAccount(sql: Sql, accountId: string): Promise<void> {
  await sql`update account set closed_at = null where id = ${accountId}`;
}

/** Waits for the batch of charges that is being posted; later ones are refused. */
export async function setLedgerClosed(sql: Sql, accountId: string, isClosed: boolean): Promise<void> {
  await sql`update credit_balance set closed = ${isClosed} where account_id = ${accountId} and closed <> ${isClosed}`;
}

/** What of an account is still running, by kind; what is done is left out. */
export async function listUnfinished(
  sql: Sql,
  accountId: string,
): Promise<{ kind: string; count: number }[]> {
  return sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from (
      select 'call' as kind from credit_hold where account_id = ${accountId}
      union all select 'call' from idempotent_call
        where account_id = ${accountId} and answer is null and claimed_at > now() - interval '30 seconds'
      union all select 'upload' from report_upload where account_id = ${accountId} and cardinality(unsettled) > 0
      union all select 'report' from report
        where account_id = ${accountId} and digest_state not in ('ready', 'failed')
      union all select 'parser job' from parse_job
        where account_id = ${accountId} and state not in ('ready', 'failed', 'cancelled')
      union all select 'run' from agent_run where account_id = ${accountId} and state in ('waiting', 'running')
      union all select 'export' from export where account_id = ${accountId} and state in ('waiting', 'running')
    ) as unfinished group by kind order by kind`;
}

/** The columns of the moved tables that hold values of their own. */
export async function listMovedShapes(sql: Sql): Promise<TableShape[]> {
  const rows = await sql<TableShape>`
    select c.relname as name, array(
      select format('%I', attname) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum)::text[] as columns
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relname = any(${MOVED_TABLES.map(({ name }) => name)})`;
  const byName = new Map(rows.map((row) => [row.name, row]));
  return MOVED_TABLES.flatMap(({ name }) => byName.get(name) ?? []);
}

/** The rows of an account in a table, as a query; the account is quoted already. */
export function rowsOf({ name, columns }: TableShape, account: string): string {
  const { condition, order } = MOVED_TABLES.find((table) => table.name === name) ?? { condition: "false" };
  const where = condition.replaceAll("$account", account);
  return `select ${columns.join(", ")} from ${name} where ${where}${order ? ` order by ${order}` : ""}`;
}

export async function listFilesOf(sql: Sql, accountId: string): Promise<string[]> {
  const rows = await sql<{ sha256: string }>`
    select distinct sha256 from files_of_account(${accountId}) as files (sha256) order by 1`;
  return rows.map(({ sha256 }) => sha256);
}

export async function findMove(sql: Sql, accountId: string): Promise<{ move_id: string | null } | undefined> {
  const [row] = await sql<{ move_id: string | null }>`select move_id from account where id = ${accountId}`;
  return row;
}

export const stagingName = (table: string) => `pg_temp.moved_${table}`;

/** Rows arrive in tables of the transaction, where they can be compared with what is here. */
export async function createStaging(sql: Sql): Promise<void> {
  await sql`set local statement_timeout = 0`;
  for (const { name } of MOVED_TABLES)
    await runText(
      sql,
      `create temp table moved_${name} on commit drop as select * from ${name} with no data`,
    );
}

/** Companies that moved rows refer to and that are not loaded here. */
export async function listMissingCompanies(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select id from (
      select svc_entity_id as id from moved_report union select svc_entity_id from moved_agent_artifact
      union select svc_entity_id from moved_agent_builder_company union select svc_entity_id from moved_watchlist_company
    ) as named
    where id is not null and not exists (select from company where svc_entity_id = id) order by id`;
  return rows.map(({ id }) => id);
}

/** Adds the rows. What this installation numbers itself gets new numbers; deliveries follow their events. */
export async function insertMoved(sql: Sql, shapes: readonly TableShape[], moveId: string): Promise<void> {
  await sql`update moved_account set closed_at = null, move_id = ${moveId}`;
  // What an answer or an event was about may be a public report or article that is not here.
  await sql`
    delete from moved_chat_message_report m where not exists (select from report r where r.report_id = m.report_id)
      and not exists (select from moved_report r where r.report_id = m.report_id)`;
  await sql`
    update moved_event m set about_article_id = null
    where not exists (select from article a where a.article_id = m.about_article_id)`;
  await sql`
    update moved_event m set about_report_id = null
    where not exists (select from report r where r.report_id = m.about_report_id)
      and not exists (select from moved_report r where r.report_id = m.about_report_id)`;
  for (const { name, columns } of shapes) {
    if (name === "credit_balance") await fillBalance(sql);
    else await insertTable(sql, name, columns);
  }
  // Its rows name the numbers of this installation.
  const indexed = await sql<{ report_id: string }>`select report_id from moved_passage_report`;
  for (const { report_id } of indexed) await indexWords(sql, report_id);
}

/** The balance exists since the account does. */
async function fillBalance(sql: Sql): Promise<void> {
  await sql`
    update credit_balance b set granted = m.granted, available = m.available, held = m.held, spent = m.spent,
      last_sequence = m.last_sequence, last_hash = m.last_hash
    from moved_credit_balance m where b.account_id = m.account_id`;
}

async function insertTable(sql: Sql, name: string, columns: readonly string[]): Promise<void> {
  const list = columns.join(", ");
  const values =
    name === "webhook_delivery"
      ? columns
          .map((column) =>
            column === "event_no"
              ? "(select e.event_no from event e join moved_event o using (event_id) where o.event_no = m.event_no)"
              : `m.${column}`,
          )
          .join(", ")
      : list;
  await runText(
    sql,
    `insert into ${name} (${list}) overriding user value select ${values} from moved_${name} m order by m.ctid`,
  );
}

/** For statements whose names come from our own list of tables: names cannot be parameters. */
function runText(sql: Sql, text: string): PromiseLike<unknown> {
  return sql(Object.assign([text], { raw: [text] }));
}
