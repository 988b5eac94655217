import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import { makeId } from "../../../kernel/ids.ts";
import { type Caller, defineOperation } from "../../../kernel/operation.ts";
import type { Scope } from "../../../kernel/scopes.ts";
import { type Database, inTransaction, type Sql } from "../../../platform/db/index.ts";
import {
  managing,
  ownershipOf,
  requireMayChange,
  VISIBILITIES,
  type Viewer,
  viewerOf,
  viewing,
} from "../../agents/index.ts";
import { readQuery } from "../query/read-query.ts";
import { FilterInput, readScope } from "../query/read-scope.ts";
import {
  countSearches,
  deleteSearch,
  findSearch,
  insertSearch,
  listSearches,
  type SavedSearchRow,
  updateSearch,
} from "./store.ts";

const SEARCHES_MAX = 1_000;
/** Use the id that `search.save` returned. */
const SEARCH_ID = "srh_aaaaaaaaaaaaaaaa";

const SearchId = z.string().min(1).max(60);
const Name = z.string().trim().min(1).max(200);
const Query = z.string().trim().min(1).max(500).describe("As in search.passages");
const Visible = z
  .enum(VISIBILITIES)
  .describe("`private`: you receive its events; `shared`: everyone in the account");

const SavedSearch = z
  .object({
    search_id: z.string(),
    name: z.string(),
    query: z.string(),
    filters: FilterInput,
    include_news: z.boolean(),
    visibility: z.enum(VISIBILITIES),
    active: z.boolean(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "SavedSearch" });

function describe({ account_id: _, owner_id: __, ...row }: SavedSearchRow): z.input<typeof SavedSearch> {
  return row;
}

async function requireSearch(
  sql: Sql,
  viewer: Viewer,
  searchId: string,
  options?: { lock: boolean },
): Promise<SavedSearchRow> {
  const row = await findSearch(sql, viewer, searchId, options);
  if (!row) throw new Failure("search_not_found");
  return row;
}

/** Its events show passages and articles, so a caller needs to be able to read those. */
function requireScopes({ scopes }: Caller, includeNews: boolean): void {
  const needed: Scope[] = includeNews ? ["reports:read", "news:read"] : ["reports:read"];
  const missing = needed.filter((scope) => !scopes.has(scope));
  if (missing.length > 0)
    throw new Failure("scope_missing", {
      detail: `Missing scope: ${missing.join(", ")}`,
      scopes: [...scopes, ...missing],
    });
}

/** Refuses what could never be run. */
function checkSearch(viewer: Viewer, { query, filters }: { query: string; filters: FilterInput }): void {
  readQuery(query);
  readScope(filters, { viewer, indexedUntil: "" });
}

export const saveSearch = (db: Database) =>
  defineOperation({
    ...managing,
    id: "search.save",
    errors: ["scope_missing"],
    summary: "Save a search and receive its new hits as events",
    guide:
      "Runs on every report that becomes ready and, with include_news, on every new article. Each match is one " +
      "`search.hit` event: in events.list and webhooks.",
    rest: { method: "POST", path: "/v1/search/saved/create" },
    input: z.strictObject({
      name: Name,
      query: Query,
      filters: FilterInput.default({}),
      include_news: z.boolean().default(false),
      visibility: Visible.optional(),
    }),
    output: SavedSearch,
    examples: [
      {
        title: "Risk factors that mention a topic",
        input: {
          name: "Supply chain risks",
          query: '"supply chain"',
          filters: { section: ["risk_factors"] },
        },
      },
    ],
    async run({ caller }, { visibility, ...input }) {
      requireScopes(caller, input.include_news);
      const viewer = viewerOf(caller);
      checkSearch(viewer, input);
      if ((await countSearches(db, viewer.accountId)) >= SEARCHES_MAX)
        throw new Failure("invalid_input", {
          detail: `name: the account already has ${SEARCHES_MAX} saved searches`,
        });
      const search_id = makeId("srh");
      await insertSearch(db, { ...input, ...ownershipOf(viewer, visibility), search_id });
      return describe(await requireSearch(db, viewer, search_id));
    },
  });

export const showSearches = (db: Database) =>
  defineOperation({
    ...viewing,
    id: "search.saved",
    summary: "Your saved searches",
    guide: "Oldest first: your own and those shared in the account.",
    rest: { method: "GET", path: "/v1/search/saved/list" },
    input: z.strictObject({
      limit: z.coerce.number().int().min(1).max(200).default(100),
      offset: z.coerce.number().int().min(0).max(SEARCHES_MAX).default(0),
    }),
    output: z.object({ searches: z.array(SavedSearch), has_more: z.boolean() }),
    examples: [{ title: "The first ones", input: { limit: 20 } }],
    async run({ caller }, { limit, offset }) {
      const rows = await listSearches(db, viewerOf(caller), { limit: limit + 1, offset });
      return { searches: rows.slice(0, limit).map(describe), has_more: rows.length > limit };
    },
  });

export const changeSearch = (db: Database) =>
  defineOperation({
    ...managing,
    id: "search.update",
    errors: ["search_not_found", "scope_missing"],
    summary: "Change, pause or resume a saved search",
    guide: "Changes only the given fields. A paused search misses what arrives in the meantime.",
    rest: { method: "POST", path: "/v1/search/saved/update" },
    input: z.strictObject({
      search_id: SearchId,
      name: Name.optional(),
      query: Query.optional(),
      filters: FilterInput.optional(),
      include_news: z.boolean().optional(),
      visibility: Visible.optional(),
      active: z.boolean().optional(),
    }),
    output: SavedSearch,
    examples: [{ title: "Pause it", input: { search_id: SEARCH_ID, active: false } }],
    async run({ caller }, { search_id, ...change }) {
      const viewer = viewerOf(caller);
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      await inTransaction(db, async (sql) => {
        const before = await requireSearch(sql, viewer, search_id, { lock: true });
        requireMayChange(viewer, before, change.visibility);
        const row: SavedSearchRow = { ...before, ...given };
        requireScopes(caller, row.include_news);
        checkSearch(viewer, row);
        await updateSearch(sql, row);
      });
      return describe(await requireSearch(db, viewer, search_id));
    },
  });

export const removeSearch = (db: Database) =>
  defineOperation({
    ...managing,
    id: "search.delete",
    errors: ["search_not_found"],
    summary: "Delete a saved search",
    guide: "Its events are deleted too.",
    rest: { method: "POST", path: "/v1/search/saved/delete" },
    input: z.strictObject({ search_id: SearchId }),
    output: z.object({ search_id: z.string(), deleted: z.literal(true) }),
    examples: [{ title: "The search_id of search.save", input: { search_id: SEARCH_ID } }],
    async run({ caller }, { search_id }) {
      if (!(await deleteSearch(db, viewerOf(caller), search_id))) throw new Failure("search_not_found");
      return { search_id, deleted: true as const };
    },
  });
