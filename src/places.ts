/** Locations from the settings: the database, the files, the URLs. Lightweight, because every command needs it. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "./config.ts";
import type { SourceSettings } from "./features/ingest/index.ts";
import type { MakeBreaker } from "./platform/breaker/index.ts";
import { type Database, type DataPlace, findServiceAddress } from "./platform/db/index.ts";
import type { Log } from "./platform/log/index.ts";
import {
  openFolderStorage,
  openS3Storage,
  openTemporaryFolder,
  type Storage,
  type TemporaryFolder,
} from "./platform/storage/index.ts";
import { openTracing, type Trace, type Tracing } from "./platform/telemetry/index.ts";
import { VERSION } from "./version.ts";

export const PROJECT_FOLDER = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Where callers reach the service, for processes that do not listen themselves. */
export async function findBaseUrl(db: Database, { base_url, host, port }: Config): Promise<string> {
  return base_url ?? (await findServiceAddress(db)) ?? `http://${host}:${port}`;
}

/** Traces are made only where there is a collector for them. */
export function findTracing(config: Config): Promise<Tracing | null> {
  const { otel_exporter_otlp_endpoint: endpoint, otel_traces_sampler_arg: ratio } = config;
  return openTracing({ endpoint, ratio, version: VERSION });
}

export interface PlaceOptions {
  trace?: Trace | undefined;
  /** During startup the service loads in bulk: slow statements do not delay anyone then. */
  isStarting?: () => boolean;
}

export function dataPlace(
  config: Config,
  log: Log,
  { trace, isStarting = () => false }: PlaceOptions = {},
): DataPlace {
  return {
    databaseUrl: config.database_url,
    dataFolder: config.data,
    options: {
      connectionsMax: config.database_connections,
      statementSecondsMax: 30,
      applicationName: "florin",
      directUrl: config.database_direct_url,
      trace,
      slow:
        config.slow_statement_ms === 0
          ? undefined
          : {
              milliseconds: config.slow_statement_ms,
              notice: (statement, milliseconds) =>
                log[isStarting() ? "debug" : "warn"]({ statement, milliseconds }, "slow statement"),
            },
    },
    notice: (message: string) => log.warn(message),
  };
}

/** For commands: a backup needs one connection throughout, which a pooler does not give. */
export function commandPlace(config: Config, log: Log): DataPlace {
  const database_url = config.database_direct_url ?? config.database_url;
  return dataPlace({ ...config, database_url, database_direct_url: undefined }, log);
}

export function sourceSettings(config: Config): SourceSettings {
  const contact = config.contact === undefined ? "" : ` (${config.contact})`;
  const { s3_region, s3_endpoint, s3_access_key_id, s3_secret_access_key } = config;
  const hasKey = s3_access_key_id !== undefined && s3_secret_access_key !== undefined;
  return {
    dataFolder: config.data,
    userAgent: `Florin/${VERSION}${contact}`,
    allowLocal: config.fetch_local,
    s3: hasKey
      ? {
          region: s3_region,
          endpoint: s3_endpoint,
          accessKeyId: s3_access_key_id,
          secretAccessKey: s3_secret_access_key,
        }
      : null,
  };
}

export async function openStorage(
  config: Config,
  signingKey: Buffer,
  { makeBreaker, temporary }: { makeBreaker?: MakeBreaker; temporary?: TemporaryFolder } = {},
): Promise<Storage> {
  const { s3_bucket, s3_access_key_id = "", s3_secret_access_key = "" } = config;
  if (s3_bucket === undefined) return openFolderStorage(path.join(config.data, "files"), signingKey);
  const address = {
    bucket: s3_bucket,
    region: config.s3_region,
    endpoint: config.s3_endpoint,
    accessKeyId: s3_access_key_id,
    secretAccessKey: s3_secret_access_key,
    makeBreaker,
    temporary: temporary ?? temporaryFolder(config),
  };
  return openS3Storage(address, signingKey);
}

export function temporaryFolder({ data }: Config): TemporaryFolder {
  return openTemporaryFolder(path.join(data, "temporary"));
}
