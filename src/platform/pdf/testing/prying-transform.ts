import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import type { PageTransform } from "../page.ts";

/** Tries what a compromised parser would try, and reports the results on the last of several pages. */
const connection = { outcome: "pending" };

export const transformPage: PageTransform = (page) => {
  if (page.number === 1) tryToConnect();
  const result = {
    readsFiles: attempt(() =>
      readFileSync(process.platform === "win32" ? "C:\\Windows\\win.ini" : "/etc/passwd"),
    ),
    writesFiles: attempt(() => writeFileSync("written-by-a-pdf-child", "")),
    startsProcesses: attempt(() => spawnSync(process.execPath, ["--version"])),
    opensConnections: connection.outcome,
    // biome-ignore lint/style/noProcessEnv: the test is that there is nothing in it.
    environment: Object.keys(process.env),
  };
  return { result, body: "", carry: null };
};

function tryToConnect(): void {
  const socket = connect(9, "127.0.0.1");
  socket.once("connect", () => {
    connection.outcome = "connected";
  });
  socket.once("error", (error: NodeJS.ErrnoException) => {
    connection.outcome = error.code ?? "failed";
  });
}

function attempt(act: () => unknown): string {
  try {
    act();
    return "done";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "refused";
  }
}
