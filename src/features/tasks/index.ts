/** Tasks: the long work that a caller started, in one list. Owns no table: a task is a parse job or a run. */
import type { Database } from "../../platform/db/index.ts";
import { cancelTask, showTask, showTasks } from "./operations.ts";

export const taskOperations = (db: Database) => [showTasks(db), showTask(db), cancelTask(db)] as const;
