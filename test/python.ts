import { ensureInstalled } from "./debian.ts";

export const PYTHON = "/usr/bin/python3";

const PACKAGES: readonly [file: string, name: string][] = [
  ["/usr/lib/python3/dist-packages/httpx/__init__.py", "python3-httpx"],
  ["/usr/lib/python3/dist-packages/pandas/__init__.py", "python3-pandas"],
  ["/usr/bin/mypy", "mypy"],
];

/** Python with what the client and its examples use; the same for every test, whichever runs first. */
export const hasPython = PACKAGES.every(([file, name]) => ensureInstalled(file, [name]));
