import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { OperatorError } from "../../../kernel/operator-error.ts";
import type { PostgresBinaries } from "./binaries.ts";
import type { Places } from "./places.ts";
import { chownAllTo, chownTo, type ServerUser } from "./server-user.ts";

export const SUPERUSER = "florin";
const MAJOR_VERSION = "18";

export const CONNECTIONS_USUAL = 150;

const SETTINGS = `
# Written by Florin when the cluster was made.
listen_addresses = ''
max_connections = ${CONNECTIONS_USUAL}
shared_buffers = 128MB
max_wal_size = 1GB
jit = off
timezone = 'UTC'
log_timezone = 'UTC'
log_min_messages = warning
`;

/**
 * Creates the database cluster once. It is built aside and renamed, so that a power cut leaves none or a complete
 * one.
 */
export async function makeCluster(
  binaries: PostgresBinaries,
  places: Places,
  user: ServerUser | null,
): Promise<void> {
  if (existsSync(places.cluster)) return refuseOtherVersion(places.cluster);
  rmSync(places.clusterPartial, { recursive: true, force: true });
  mkdirSync(path.dirname(places.clusterPartial), { recursive: true });
  mkdirSync(places.clusterPartial, { mode: 0o700 });
  chownTo(user, places.clusterPartial);
  // initdb reads it as the server's user; our own copy is in the data folder.
  const password = randomBytes(24).toString("base64url");
  const passwordForInit = `${places.clusterPartial}.password`;
  writeFileSync(passwordForInit, password, { mode: 0o600 });
  chownTo(user, passwordForInit);
  try {
    await runInitdb(binaries, { folder: places.clusterPartial, passwordFile: passwordForInit, user });
  } finally {
    rmSync(passwordForInit, { force: true });
  }
  appendFileSync(path.join(places.clusterPartial, "postgresql.conf"), SETTINGS);
  writeFileSync(places.passwordFile, password, { mode: 0o600, flush: true });
  chownAllTo(user, places.clusterPartial);
  renameSync(places.clusterPartial, places.cluster);
}

async function runInitdb(
  binaries: PostgresBinaries,
  target: { folder: string; passwordFile: string; user: ServerUser | null },
): Promise<void> {
  const options = [
    `--pgdata=${target.folder}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${target.passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // Unicode case rules that do not depend on the machine's locales.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
  ];
  try {
    // The working directory must be one the server's user can access.
    await promisify(execFile)(binaries.initdb, options, { ...target.user, cwd: target.folder });
  } catch (cause) {
    const said = (cause as { stderr?: string }).stderr ?? String(cause);
    throw new OperatorError(`The embedded database could not be created: ${lastSentence(said)}`, { cause });
  }
}

function refuseOtherVersion(cluster: string): void {
  const version = readFileSync(path.join(cluster, "PG_VERSION"), "utf8").trim();
  if (version === MAJOR_VERSION) return;
  throw new OperatorError(
    `${cluster} was created by PostgreSQL ${version}; this Florin includes ${MAJOR_VERSION}. Back it up with the Florin that created it and restore it here.`,
  );
}

/** The last line of PostgreSQL's tools is the reason; the lines before are progress. */
export function lastSentence(output: string): string {
  const lines = output
    .split("\n")
    .filter((line) => /error|fatal|panic|could not|no space|denied/i.test(line));
  return (lines.at(0) ?? output.trim().split("\n").at(-1) ?? "no reason given").trim();
}
