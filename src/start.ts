/** How the service starts: lightweight, so that the database starts while the program is still loading. */
import { setImmediate } from "node:timers/promises";
import type { App } from "./app.ts";
import type { Config } from "./config.ts";
import { migrateData } from "./migrate-data.ts";
import type { ProcessLinks } from "./parts.ts";
import { dataPlace, findTracing } from "./places.ts";
import { type Database, openForProcess, openForService } from "./platform/db/index.ts";
import type { Log } from "./platform/log/index.ts";

/** How a process joins the others of its service. */
export interface JoinOptions {
  links: ProcessLinks;
  isFirst: boolean;
}

/** Starts the service: database, migrations, demo data, jobs, surfaces. It answers when this returns. */
export async function startApp(
  config: Config,
  log: Log,
  progress: (step: string) => void = () => {},
): Promise<App> {
  return start(config, log, { progress, join: null });
}

/** The same for one of several processes: the primary runs the database and has brought its tables up to date. */
export function startJoinedApp(
  config: Config,
  log: Log,
  { progress, ...join }: JoinOptions & { progress: (step: string) => void },
): Promise<App> {
  return start(config, log, { progress, join });
}

interface StartOptions {
  progress: (step: string) => void;
  join: JoinOptions | null;
}

async function start(config: Config, log: Log, { progress, join }: StartOptions): Promise<App> {
  if (!join) progress(describeOpening(config));
  const tracing = await findTracing(config);
  let isStarting = true;
  const place = dataPlace(config, log, { trace: tracing?.trace, isStarting: () => isStarting });
  const opening = join ? openForProcess(place) : openForService(place);
  // Both are awaited below; until then a failure must not count as unhandled.
  opening.catch(() => {});
  // Loading keeps this process busy; the database's own processes are running by then.
  await setImmediate();
  const loading = import("./app.ts");
  loading.catch(() => {});
  const data = await opening;
  try {
    if (!join) await migrateShown(data.db, config, progress);
    const { assembleApp } = await loading;
    const app = await assembleApp(data, {
      config,
      log,
      progress,
      tracing,
      links: join?.links ?? null,
      offersSetUp: join?.isFirst ?? true,
    });
    isStarting = false;
    return app;
  } catch (error) {
    await data.close();
    throw error;
  }
}

export const describeOpening = ({ database_url }: Config): string =>
  database_url ? "connecting to the database" : "starting the embedded database";

/** Brings the tables up to date and shows how many migrations that took. */
export async function migrateShown(
  db: Database,
  config: Config,
  progress: (step: string) => void,
): Promise<void> {
  const { length } = await migrateData(db, config, progress);
  if (length > 0) progress(length === 1 ? "applied 1 migration" : `applied ${length} migrations`);
}
