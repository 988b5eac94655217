import { chownSync, lstatSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

/** The user PostgreSQL runs as. It refuses to run as root, so a service started as root uses an unprivileged one. */
export interface ServerUser {
  uid: number;
  gid: number;
}

const NO_USER: ServerUser = { uid: 65_534, gid: 65_534 };

/** Null when the server runs as the current user. */
export function chooseServerUser(): ServerUser | null {
  return process.getuid?.() === 0 ? NO_USER : null;
}

/** Whether the user can access `folder`. */
export function canEnter(folder: string, user: ServerUser | null): boolean {
  if (user === null) return true;
  for (let step = path.resolve(folder); ; step = path.dirname(step)) {
    const stat = statSync(step, { throwIfNoEntry: false });
    if (stat && stat.uid !== user.uid && (stat.mode & 0o001) === 0) return false;
    if (step === path.dirname(step)) return true;
  }
}

export function chownTo(user: ServerUser | null, file: string): void {
  if (user) chownSync(file, user.uid, user.gid);
}

export function chownAllTo(user: ServerUser | null, folder: string): void {
  if (!user || lstatSync(folder).uid === user.uid) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chownTo(user, path.join(entry.parentPath, entry.name));
  }
  chownTo(user, folder);
}
