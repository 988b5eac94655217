import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, realpathSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { OperatorError } from "../../../kernel/operator-error.ts";
import { canEnter, chownTo, type ServerUser } from "./server-user.ts";

export interface Places {
  /** The database cluster. Its name appears only once it is complete. */
  cluster: string;
  clusterPartial: string;
  passwordFile: string;
  socketFolder: string;
  logFile: string;
  /** Set when the server's user cannot access the data folder. */
  elsewhere: string | null;
}

/** Location of clusters whose data folder the server's user cannot access, for example below root's home. */
const SHARED_HOME = "/var/lib/florin";

export function choosePlaces(dataFolder: string, user: ServerUser | null): Places {
  const real = realpathSync(dataFolder);
  const mark = createHash("sha256").update(real).digest("hex").slice(0, 12);
  const elsewhere = canEnter(real, user) ? null : path.join(SHARED_HOME, mark);
  const home = elsewhere ?? real;
  return {
    cluster: path.join(home, "postgres"),
    clusterPartial: path.join(home, "postgres.partial"),
    passwordFile: path.join(real, "database-password"),
    // A socket path may have about 100 bytes, which a data folder can exceed.
    socketFolder: path.join(os.tmpdir(), `florin-${mark}`),
    logFile: path.join(home, "postgres.log"),
    elsewhere,
  };
}

/** The temporary folder is world-writable: a socket folder that another user created cannot be trusted. */
export function makeSocketFolder(folder: string, user: ServerUser | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stat = lstatSync(folder);
  const owners = [process.getuid?.() ?? stat.uid, user?.uid];
  if (!stat.isDirectory() || !owners.includes(stat.uid)) {
    throw new OperatorError(`${folder} belongs to another user: remove it, then start again.`);
  }
  chownTo(user, folder);
}
