/**
 * PostgreSQL: connections, the `sql` tag, transactions, migrations, the embedded server. Only `store.ts` files
 * contain SQL.
 */
export {
  isInBackup,
  pieceName,
  type SequenceState,
  TABLES_FOLDER,
  type TableCount,
  type TableShape,
  withRestoration,
  withSnapshot,
} from "./backup/index.ts";
export { batchLoader } from "./batch-loader.ts";
export { copyInto } from "./copy.ts";
export {
  type CopyRows,
  type Database,
  type DatabaseAddress,
  type DatabaseOptions,
  inTransaction,
  openDatabase,
} from "./database.ts";
export { type EmbeddedServer, startEmbedded } from "./embedded/index.ts";
export { listen } from "./listen.ts";
export { whileLocked } from "./lock.ts";
export { memoizeFound } from "./memoize-found.ts";
export { listPending, type Migration, migrate, readMigrations } from "./migrate.ts";
export {
  type DataPlace,
  type OpenData,
  openForCommand,
  openForProcess,
  openForService,
  requireData,
} from "./open-data.ts";
export {
  copyPrepared,
  type PreparedTables,
  packTables,
  prepareTables,
  unpackTables,
} from "./prepared-tables.ts";
export { probeWrite } from "./probe-write.ts";
export { openReplica } from "./replica.ts";
export { ensureSecret } from "./secret.ts";
export { findServiceAddress, recordServiceAddress } from "./service-address.ts";
export type { Sql } from "./statement.ts";
