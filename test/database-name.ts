import type { DatabaseAddress } from "../src/platform/db/index.ts";

/** The same server, another database. */
export function inDatabase(address: DatabaseAddress, name: string): DatabaseAddress {
  if (!("url" in address)) return { ...address, database: name };
  const url = new URL(address.url);
  url.pathname = `/${name}`;
  return { url: url.href };
}

/** The address as one URL, the way an operator writes it; a socket folder goes where libpq puts it. */
export function urlOf(address: DatabaseAddress): string {
  if ("url" in address) return address.url;
  const { socketFolder, user, password, database } = address;
  return `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
}
