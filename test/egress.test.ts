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

const OUTSIDE = "https://client.example.com/client.json";

/** Calls every endpoint without a credential, with outside addresses in every field that accepts one. */
function callEveryEndpoint(baseUrl: string, inside: (...curl: string[]) => string): number {
  const form = { client_id: OUTSIDE, token: "x", grant_type: "refresh_token", refresh_token: "x" };
  const assertion = {
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: "a.b.c",
  };
  const registration = {
    client_name: "Probe",
    redirect_uris: ["https://client.example.com/back"],
    token_endpoint_auth_method: "private_key_jwt",
    jwks_uri: "https://client.example.com/keys",
    logo_uri: "https://client.example.com/logo.png",
  };
  const { client_id = "" } = JSON.parse(
    inside(
      `${baseUrl}/oauth/register`,
      "-H",
      "Content-Type: application/json",
      "-d",
      JSON.stringify(registration),
    ),
  ) as { client_id?: string };
  const { actions } = JSON.parse(inside(`${baseUrl}/console/api`)) as {
    actions: { method: string; path: string }[];
  };
  const authorize = new URLSearchParams({
    client_id: OUTSIDE,
    response_type: "code",
    redirect_uri: "https://client.example.com/back",
    code_challenge: "x".repeat(43),
    code_challenge_method: "S256",
  });
  const body = JSON.stringify({ email: "probe@client.example.com", url: OUTSIDE, pdf_url: OUTSIDE });
  const requests: string[][] = [
    [`${baseUrl}/oauth/authorize?${authorize}`],
    [`${baseUrl}/oauth/authorize?${authorize}&prompt=none`],
    ...["token", "revoke", "introspect"].flatMap((path) =>
      [form, { ...form, ...assertion }, { ...form, ...assertion, client_id }].map((fields) => [
        `${baseUrl}/oauth/${path}`,
        "-d",
        String(new URLSearchParams(fields)),
      ]),
    ),
    ...actions.map(({ method, path }) => [
      baseUrl + path.replace(/:\w+/g, "x"),
      ...["-X", method, "-H", "x-florin-console: 1", "-H", "Content-Type: application/json"],
      ...(method === "GET" ? [] : ["-d", body]),
    ]),
    ...["/sign-in", "/forgot", "/c/x", "/r/x", "/feeds/x/y", "/files/x/y", "/mcp", "/mcp/docs"].map(
      (path) => [baseUrl + path],
    ),
  ];
  for (const request of requests) inside(...request);
  return requests.length;
}

describe("a service without configuration", () => {
  it.runIf(canIsolate)(
    "works with only the loopback interface, and makes no outbound request for anyone without a credential",
    async () => {
      const trace = path.join(root, "trace");
      // A network with only the loopback interface; every connect and send in it is recorded.
      const script = `ip link set lo up && exec strace -f -qq --seccomp-bpf -e trace=connect,sendto,sendmsg -o '${trace}' "$@"`;
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
      expect(inside(service.ready.docs_url, "-L")).toContain("Florin documentation");
      const answered = callEveryEndpoint(service.ready.base_url, inside);
      expect(answered).toBeGreaterThan(30);
      process.kill(service.ready.pid, "SIGTERM");
      await service.ended;

      const outward = readFileSync(trace, "utf8")
        .split("\n")
        .filter((line) => /sa_family=AF_INET6?[,}]/.test(line))
        .filter((line) => !/inet_addr\("127\.|"::1"/.test(line));
      expect(outward.join("\n")).toBe("");
    },
  );
});
