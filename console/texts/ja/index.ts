import type { Texts } from "../catalogue.ts";
import { agents } from "./agents.ts";
import { ask } from "./ask.ts";
import { companies } from "./companies.ts";
import { connect, tryIt } from "./connect.ts";
import { data } from "./data.ts";
import { financials } from "./financials.ts";
import { home } from "./home.ts";
import { news } from "./news.ts";
import { reports } from "./reports.ts";
import { search } from "./search.ts";
import { settings } from "./settings.ts";
import { shell, ui } from "./shell.ts";
import { watchlists } from "./watchlists.ts";

export const japanese: Texts = {
  agents,
  ask,
  companies,
  connect,
  data,
  financials,
  home,
  news,
  reports,
  search,
  settings,
  shell,
  tryIt,
  ui,
  watchlists,
};
