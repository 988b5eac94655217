/** Every operation of the service. Adding one here gives it a route, an entry in the docs, and a price. */
import { accessOperations, type Grants } from "./features/access/index.ts";
import { accountOperations } from "./features/accounts/index.ts";
import { agentOperations } from "./features/agents/index.ts";
import {
  answerOperations,
  chatMeans,
  modelOperations,
  newsWriter,
  type ReportCache,
} from "./features/answers/index.ts";
import { companyOperations } from "./features/companies/index.ts";
import { creditOperations } from "./features/credits/index.ts";
import { eventOperations } from "./features/events/index.ts";
import { createTableLink, exportOperations } from "./features/exports/index.ts";
import { factOperations } from "./features/facts/index.ts";
import { ingestOperations } from "./features/ingest/index.ts";
import { type LiveSearch, newsOperations } from "./features/news/index.ts";
import { priceOperations } from "./features/prices/index.ts";
import { listCreditCosts, referenceOperations } from "./features/reference/index.ts";
import { type PageSummary, reportOperations } from "./features/reports/index.ts";
import { type Retention, rightsOperations } from "./features/rights/index.ts";
import { searchOperations } from "./features/search/index.ts";
import { statementOperations } from "./features/statements/index.ts";
import { taskOperations } from "./features/tasks/index.ts";
import { threadOperations } from "./features/threads/index.ts";
import { watchlistOperations } from "./features/watchlists/index.ts";
import type { AnyOperation } from "./kernel/operation.ts";
import type { Database } from "./platform/db/index.ts";
import type { Jobs } from "./platform/jobs/index.ts";
import type { Mail } from "./platform/mail/index.ts";
import type { Embedder, LanguageModel, PassageReader } from "./platform/models/index.ts";
import type { PdfReader } from "./platform/pdf/index.ts";
import type { Storage } from "./platform/storage/index.ts";

export interface Tools {
  db: Database;
  /** For pure reads of reference data: a replica if there is one, else the same database. */
  readDb: Database;
  storage: Storage;
  jobs: Jobs;
  embedder: Embedder;
  passageReader: PassageReader;
  pdf: PdfReader<PageSummary>;
  /** A news provider queried in addition to the index; null when none is configured. */
  liveNews: LiveSearch | null;
  /** Null when none is configured: then only the built-in reader answers. */
  languageModel: LanguageModel | null;
  /** Memory for what is known about companies. */
  companyCacheBytesMax: number;
  /** Opened reports, for everything that reads them. */
  reportCache: ReportCache;
  /** Signs links that work without a credential. */
  linkKey: Buffer;
  /** Sends in the background; does nothing without a mail server. */
  mail: (mail: Mail) => void;
  /** How many days the installation keeps what; null for ever. */
  retention: Retention;
  /** What people allowed applications to do. */
  grants: Grants;
}

export function buildCatalog(tools: Tools) {
  const { db, readDb } = tools;
  const sources = [
    ...companyOperations({ db: readDb, cacheBytesMax: tools.companyCacheBytesMax }),
    ...priceOperations({ db: readDb }),
    ...reportOperations(tools),
    ...factOperations({ db: readDb }),
    ...statementOperations(tools),
    ...newsOperations({
      db,
      live: tools.liveNews,
      write: tools.languageModel && newsWriter({ db, languageModel: tools.languageModel }),
    }),
  ] as const;
  const searches = searchOperations(tools);
  // The general chat asks a model once, to write the answer: what it runs before is asked without one.
  const steps = [...newsOperations({ db, live: tools.liveNews, write: null }), ...sources, ...searches];
  const answers = answerOperations(tools, steps);
  const chat = chatMeans(tools, [...steps, ...answers]);
  const others = [
    ...sources,
    ...answers,
    ...threadOperations({ ...tools, chat }),
    ...watchlistOperations({ db }),
    ...agentOperations(tools),
    ...taskOperations(db),
    ...eventOperations(tools),
    ...searches,
    ...referenceOperations(),
    ...ingestOperations(db),
    ...modelOperations(tools),
    ...exportOperations(tools),
    ...creditOperations(db),
    ...rightsOperations(tools),
    ...accountOperations(tools),
    ...accessOperations(tools, () => listReads(all())),
  ] as const;
  const all = (): readonly AnyOperation[] => [...others, tableLink, creditCosts];
  const tableLink = createTableLink(db, all);
  const creditCosts = listCreditCosts(all);
  return [...others, tableLink, creditCosts] as const;
}

const listReads = (operations: readonly AnyOperation[]) =>
  operations.filter(({ effect }) => effect === "read").map(({ id }) => id);

export type Catalog = ReturnType<typeof buildCatalog>;
