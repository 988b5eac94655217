import type { Caller } from "../../kernel/operation.ts";

/** Whose builders are meant. A key that nobody made has no person behind it: there the account is the owner. */
export interface Owner {
  accountId: string;
  ownerId: string;
}

export function ownerOf({ accountId, userId }: Caller): Owner {
  return { accountId, ownerId: userId ?? accountId };
}
