/** Watchlists: companies that a person follows, with what is new about them. Owns `watchlist` and `watchlist_company`. */
import {
  addCompanies,
  changeWatchlist,
  createWatchlist,
  listOwnWatchlists,
  removeCompanies,
  removeWatchlist,
} from "./operations.ts";
import { showWatchlist } from "./show-watchlist.ts";
import { listUpdates } from "./updates.ts";
import type { WatchlistTools } from "./watchlist.ts";

export { deletePrivateWatchlists } from "./store.ts";

export const watchlistOperations = (tools: WatchlistTools) =>
  [
    listOwnWatchlists(tools),
    showWatchlist(tools),
    listUpdates(tools),
    createWatchlist(tools),
    changeWatchlist(tools),
    addCompanies(tools),
    removeCompanies(tools),
    removeWatchlist(tools),
  ] as const;
