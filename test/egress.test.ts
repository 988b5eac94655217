import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { onTestFileEnd } from "./cleanup.ts";
import { ensureInstalled } from "./debian.ts";
import { startService } from "./service.ts";

const canIsolate =
  process.platform === "linux" &&
  process.getuid?.() === 0 &&
  ensureInstalled("/usr/bin/strace", ["strace"]) &&
  ensureInstalled("/sbin/ip", ["iproute2"]);
const root = mkdtempSync(path.join(os.tmpdir(), "florin-egress-"));
chmodSync(root, 0o755);
onTestFileEnd(() => rmSync(root, { recursive: true, force: true }));

describe("with no configuration", { timeout: 180_000 }, () => {
  it.runIf(canIsolate)(
    "the service works with only loopback and never tries to reach anything else",
    async () => {
      const trace = path.join(root, "trace");
      // A network of its own that has loopback and nothing else; every connect and send in it is written down.
      const script = `ip link set lo up && exec strace -f -qq -e trace=connect,sendto,sendmsg -o '${trace}' "$@"`;
      const service = await startService(
        path.join(root, "data"),
        [],
        ["unshare", "--net", "sh", "-c", script, "sh"],
      );
      const inside = (...curl: string[]) =>
        execFileSync("nsenter", ["--net", "-t", String(service.ready.pid), "curl", "-s", ...curl], {
          encoding: "utf8",
        });
      const reply = JSON.parse(
        inside(
          `${service.ready.base_url}/v1/company_report/company_search`,
          "-H",
          `X-API-KEY: ${service.ready.demo_api_key}`,
          "-H",
          "Content-Type: application/json",
          "-d",
          '{"name":"a"}',
        ),
      );
      expect(reply.status_code).toBe(200);
      expect(inside(service.ready.docs_url, "-L")).toContain("Florin reference");
      process.kill(service.ready.pid, "SIGTERM");
      await service.ended;

      const outward = readFileSync(trace, "utf8")
        .split("\n")
        .filter((line) => /sa_family=AF_INET6?[,}]/.test(line))
        .filter((line) => !/inet_addr\("127\.|"::1"/.test(line));
      expect(outward).toEqual([]);
    },
  );
});
