/** Data rights: what a person and an account may take along or have erased, across all features. Owns no table. */
import { eraseOwnAccount, exportAccount, exportPerson, removeOneMember } from "./operations.ts";
import type { RightsTools } from "./remove-person.ts";

export { moveIn } from "./moving/move-in.ts";
export { moveOut, reopenAccount } from "./moving/move-out.ts";
export { removePerson } from "./remove-person.ts";

export const rightsOperations = (tools: RightsTools) =>
  [exportPerson(tools), exportAccount(tools), removeOneMember(tools), eraseOwnAccount(tools)] as const;
