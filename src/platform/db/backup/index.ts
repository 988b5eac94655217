/** Copies the complete content of a database to another, exactly. */
export { copyIn, type Restoration, withRestoration } from "./restoring.ts";
export { type Snapshot, type TableCount, withSnapshot } from "./snapshot.ts";
export { isInBackup, pieceName, type SequenceState, TABLES_FOLDER, type TableShape } from "./tables.ts";
