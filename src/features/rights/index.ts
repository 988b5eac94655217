/** Data rights: what a person and an account may take along or have erased, across all features. Owns no table. */
import {
  eraseOwnAccount,
  exportAccount,
  exportPerson,
  type Retention,
  removeOneMember,
  showRetention,
} from "./operations.ts";
import type { RightsTools } from "./remove-person.ts";

export { moveIn } from "./moving/move-in.ts";
export { moveOut, reopenAccount } from "./moving/move-out.ts";
export { removePerson } from "./remove-person.ts";
export type { Retention };

export const rightsOperations = (tools: RightsTools & { retention: Retention }) =>
  [
    exportPerson(tools),
    exportAccount(tools),
    showRetention(tools),
    removeOneMember(tools),
    eraseOwnAccount(tools),
  ] as const;
