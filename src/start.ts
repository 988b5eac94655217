/** How the service starts: lightweight, so that the database starts while the program is still loading. */
import { setImmediate } from "node:timers/promises";
import type { App } from "./app.ts";
import type { Config } from "./config.ts";
import { migrateData } from "./migrate-data.ts";
import { dataPlace, findTracing } from "./places.ts";
import { openForService } from "./platform/db/index.ts";
import type { Log } from "./platform/log/index.ts";

/** Starts the service: database, migrations, demo data, jobs, surfaces. It answers when this returns. */
export async function startApp(
  config: Config,
  log: Log,
  progress: (step: string) => void = () => {},
): Promise<App> {
  progress(config.database_url ? "connecting to the database" : "starting the embedded database");
  const tracing = await findTracing(config);
  let isStarting = true;
  const place = dataPlace(config, log, { trace: tracing?.trace, isStarting: () => isStarting });
  const opening = openForService(place);
  // Both are awaited below; until then a failure must not count as unhandled.
  opening.catch(() => {});
  // Loading keeps this process busy; the database's own processes are running by then.
  await setImmediate();
  const loading = import("./app.ts");
  loading.catch(() => {});
  const data = await opening;
  try {
    const applied = await migrateData(data.db, config, progress);
    if (applied.length > 0)
      progress(applied.length === 1 ? "applied 1 migration" : `applied ${applied.length} migrations`);
    const { assembleApp } = await loading;
    const app = await assembleApp(data, { config, log, progress, tracing });
    isStarting = false;
    return app;
  } catch (error) {
    await data.close();
    throw error;
  }
}
