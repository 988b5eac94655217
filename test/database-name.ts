import type { DatabaseAddress } from "../src/platform/db/index.ts";

/** The same server, another database. */
export function inDatabase(address: DatabaseAddress, name: string): DatabaseAddress {
  if (!("url" in address)) return { ...address, database: name };
  const url = new URL(address.url);
  url.pathname = `/${name}`;
  return { url: url.href };
}
