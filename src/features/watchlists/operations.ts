import { z } from "zod";
import { Failure } from "../../kernel/errors.ts";
import { makeId } from "../../kernel/ids.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { inTransaction, type Sql } from "../../platform/db/index.ts";
import { ownershipOf, requireMayChange, VISIBILITIES, viewerOf } from "../agents/index.ts";
import { listCompaniesByIds } from "../companies/index.ts";
import {
  countWatchlists,
  deleteWatched,
  deleteWatchlist,
  insertWatched,
  insertWatchlist,
  listWatched,
  listWatchlists,
  updateWatchlist,
} from "./store.ts";
import {
  CompanyIds,
  describeWatchlist,
  EXAMPLE_COMPANY,
  EXAMPLE_WATCHLIST,
  requireWatchlist,
  WATCHED_MAX,
  Watchlist,
  WatchlistId,
  type WatchlistTools,
  watchlistOperation,
  watchlistRead,
} from "./watchlist.ts";

const WATCHLISTS_MAX = 200;
const name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((text) => !/\p{Cc}/u.test(text), "must not contain control characters");
const visibility = z.enum(VISIBILITIES);

export const listOwnWatchlists = ({ db }: WatchlistTools) =>
  defineOperation({
    ...watchlistRead,
    id: "watchlists.list",
    summary: "List your watchlists",
    guide: "The oldest first, each with the number of its companies.",
    rest: { method: "GET", path: "/v1/watchlist/list" },
    input: z.strictObject({ include_shared: z.boolean().or(z.stringbool()).default(false) }),
    output: z.object({ watchlists: z.array(Watchlist) }),
    examples: [{ title: "Your own", input: {} }],
    async run({ caller }, { include_shared }) {
      const rows = await listWatchlists(db, viewerOf(caller), {
        includeShared: include_shared,
        most: WATCHLISTS_MAX,
      });
      return { watchlists: rows.map((row) => describeWatchlist(row, caller)) };
    },
  });

export const createWatchlist = ({ db }: WatchlistTools) =>
  defineOperation({
    ...watchlistOperation,
    id: "watchlists.create",
    summary: "Create a watchlist",
    guide:
      "A list of companies to follow; read it with watchlists.get, and what is new with watchlists.updates.",
    rest: { method: "POST", path: "/v1/watchlist/create" },
    input: z.strictObject({
      name,
      visibility: visibility.optional(),
      svc_entity_id_list: CompanyIds.optional(),
    }),
    output: Watchlist,
    errors: ["company_not_found"],
    examples: [
      { title: "With a demo company", input: { name: "Instruments", svc_entity_id_list: [EXAMPLE_COMPANY] } },
    ],
    async run({ caller }, input) {
      const viewer = viewerOf(caller);
      const ownership = ownershipOf(viewer, input.visibility);
      const ids = input.svc_entity_id_list ?? [];
      await requireCompanies(db, ids);
      if ((await countWatchlists(db, ownership)) >= WATCHLISTS_MAX)
        throw new Failure("invalid_input", { detail: `name: you already have ${WATCHLISTS_MAX} watchlists` });
      const watchlist_id = makeId("wat");
      await inTransaction(db, async (sql) => {
        await insertWatchlist(sql, { ...ownership, watchlist_id, name: input.name });
        await insertWatched(sql, watchlist_id, ids);
      });
      return describeWatchlist(await requireWatchlist(db, viewer, watchlist_id), caller);
    },
  });

async function requireCompanies(sql: Sql, ids: readonly string[]): Promise<void> {
  const known = await listCompaniesByIds(sql, ids);
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined)
    throw new Failure("company_not_found", {
      detail: `No company has the svc_entity_id ${JSON.stringify(missing.slice(0, 40))}.`,
    });
}

export const changeWatchlist = ({ db }: WatchlistTools) =>
  defineOperation({
    ...watchlistOperation,
    id: "watchlists.update",
    summary: "Rename or share a watchlist",
    guide: "Changes only the given fields. Only the person who created a shared list can make it private.",
    rest: { method: "POST", path: "/v1/watchlist/update" },
    input: z.strictObject({
      watchlist_id: WatchlistId,
      name: name.optional(),
      visibility: visibility.optional(),
    }),
    output: Watchlist,
    errors: ["watchlist_not_found"],
    examples: [{ title: "A new name", input: { watchlist_id: EXAMPLE_WATCHLIST, name: "Water" } }],
    async run({ caller }, input) {
      const viewer = viewerOf(caller);
      await inTransaction(db, async (sql) => {
        const before = await requireWatchlist(sql, viewer, input.watchlist_id, { lock: true });
        requireMayChange(viewer, before, input.visibility);
        await updateWatchlist(sql, {
          watchlist_id: input.watchlist_id,
          name: input.name ?? before.name,
          visibility: input.visibility ?? before.visibility,
        });
      });
      return describeWatchlist(await requireWatchlist(db, viewer, input.watchlist_id), caller);
    },
  });

const CompaniesOfList = z.strictObject({ watchlist_id: WatchlistId, svc_entity_id_list: CompanyIds });
const companiesExample = [
  {
    title: "A demo company",
    input: { watchlist_id: EXAMPLE_WATCHLIST, svc_entity_id_list: [EXAMPLE_COMPANY] },
  },
];

export const addCompanies = ({ db }: WatchlistTools) =>
  defineOperation({
    ...watchlistOperation,
    id: "watchlists.add",
    summary: "Add companies to a watchlist",
    guide: "Companies that are already on the list stay; at most 200 in all.",
    rest: { method: "POST", path: "/v1/watchlist/add" },
    input: CompaniesOfList,
    output: Watchlist,
    errors: ["watchlist_not_found", "company_not_found"],
    examples: companiesExample,
    async run({ caller }, { watchlist_id, svc_entity_id_list: ids }) {
      const viewer = viewerOf(caller);
      await inTransaction(db, async (sql) => {
        await requireWatchlist(sql, viewer, watchlist_id, { lock: true });
        await requireCompanies(sql, ids);
        await insertWatched(sql, watchlist_id, ids);
        if ((await listWatched(sql, watchlist_id, WATCHED_MAX + 1)).length > WATCHED_MAX)
          throw new Failure("invalid_input", {
            detail: `svc_entity_id_list: a watchlist has at most ${WATCHED_MAX} companies`,
          });
      });
      return describeWatchlist(await requireWatchlist(db, viewer, watchlist_id), caller);
    },
  });

export const removeCompanies = ({ db }: WatchlistTools) =>
  defineOperation({
    ...watchlistOperation,
    id: "watchlists.remove",
    summary: "Remove companies from a watchlist",
    guide: "Companies that are not on the list are ignored.",
    rest: { method: "POST", path: "/v1/watchlist/remove" },
    input: CompaniesOfList,
    output: Watchlist,
    errors: ["watchlist_not_found"],
    examples: companiesExample,
    async run({ caller }, { watchlist_id, svc_entity_id_list: ids }) {
      const viewer = viewerOf(caller);
      await inTransaction(db, async (sql) => {
        await requireWatchlist(sql, viewer, watchlist_id, { lock: true });
        await deleteWatched(sql, watchlist_id, ids);
      });
      return describeWatchlist(await requireWatchlist(db, viewer, watchlist_id), caller);
    },
  });

export const removeWatchlist = ({ db }: WatchlistTools) =>
  defineOperation({
    ...watchlistOperation,
    id: "watchlists.delete",
    summary: "Delete a watchlist",
    guide: "Deletes the list, not its companies. This cannot be undone.",
    rest: { method: "POST", path: "/v1/watchlist/delete" },
    input: z.strictObject({ watchlist_id: WatchlistId }),
    output: z.object({ watchlist_id: z.string(), deleted: z.literal(true) }),
    errors: ["watchlist_not_found"],
    examples: [
      { title: "The watchlist_id of watchlists.create", input: { watchlist_id: EXAMPLE_WATCHLIST } },
    ],
    async run({ caller }, { watchlist_id }) {
      if (!(await deleteWatchlist(db, viewerOf(caller), watchlist_id)))
        throw new Failure("watchlist_not_found");
      return { watchlist_id, deleted: true as const };
    },
  });
