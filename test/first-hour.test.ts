/**
 * The first hour of a new user, with the packed files and the oldest Node.js that is supported. They are packed and
 * installed by the steps of the image, in a plain folder; the image's own start is one of the tests.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, describe, expect, it } from "vitest";
import { onTestFileEnd } from "./cleanup.ts";
import { environmentOf, readStages, runBuildStage, valuesOf } from "./dockerfile.ts";
import { findFreePort } from "./free-port.ts";
import { OLD_DATA, unpackOldData } from "./old-data-folder.ts";
import { hasPython, PYTHON } from "./python.ts";
import { type Service, startService } from "./service.ts";

const run = promisify(execFile);
const root = mkdtempSync(path.join(os.tmpdir(), "florin-hour-"));
chmodSync(root, 0o755);
onTestFileEnd(() => rmSync(root, { recursive: true, force: true }));
/** The folder of the image in which the service is installed. */
const at = (...names: string[]) => path.join(root, "app", ...names);
const release = (name: string) => path.join(root, "source", "release", name);
const [buildStage = [], finalStage = []] = readStages(readFileSync("deploy/Dockerfile", "utf8"));

const { engines, dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
  engines: { node: string };
  dependencies: Record<string, string>;
};
const NODE = `node-${process.platform}-${process.arch}`;
const node = at("node_modules", NODE, "bin", "node");
const program = [node, at("node_modules", ".bin", "florin")];
const PACKED_BYTES_MAX = 120_000_000;
const INSTALLED_MEGABYTES_MAX = 450;
/** The package has the libraries of these; elsewhere the service runs from a clone. */
const isPacked = process.platform === "linux";

/** Not every version is published for every platform. */
async function findOldestNode(): Promise<string> {
  const { stdout } = await run("npm", ["view", `${NODE}@${engines.node}`, "version", "--json"]);
  const versions = [JSON.parse(stdout)].flat() as string[];
  const [oldest] = versions.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
  if (oldest === undefined) throw new Error(`${NODE} has no version ${engines.node}`);
  return oldest;
}

let service: Service | undefined;
const facts = () => {
  if (!service) throw new Error("the service did not start");
  return service.ready;
};
const asUser = () => ({ FLORIN_URL: facts().base_url, FLORIN_API_KEY: facts().demo_api_key ?? "" });

describe.runIf(isPacked)("the first hour with the packed files", () => {
  beforeAll(async () => {
    await runBuildStage(buildStage, root);
    const options = ["--prefer-offline", "--no-audit", "--no-fund"];
    const packages = [release("florin-data-client.tgz"), `${NODE}@${await findOldestNode()}`];
    await run("npm", ["install", ...options, ...packages], { cwd: at() });
  });
  onTestFileEnd(async () => {
    service?.process.kill("SIGTERM");
    await service?.ended;
  });

  it("is packed into less than 120 MB, with a list of its components", () => {
    expect(statSync(release("florin-data-florin.tgz")).size).toBeLessThan(PACKED_BYTES_MAX);
    const sbom = JSON.parse(readFileSync(at("sbom.json"), "utf8"));
    const names = sbom.components.map(({ name }: { name: string }) => name);
    expect(sbom.bomFormat).toBe("CycloneDX");
    expect(Object.keys(dependencies).filter((name) => !names.includes(name))).toEqual([]);
    expect(names).not.toContain("vitest");
  });

  it("installs less than 450 MB besides Node.js", async () => {
    const { stdout } = await run("du", ["-sm", `--exclude=node-${process.platform}*`, at("node_modules")]);
    expect(Number.parseInt(stdout, 10)).toBeLessThan(INSTALLED_MEGABYTES_MAX);
  });

  it("starts the service in an empty folder, with the console and the demo", async () => {
    service = await startService(at("data"), [], [], program);
    const { console_url } = facts();
    expect(service.output()).toContain("20 demo reports loaded");
    expect(await (await fetch(console_url)).text()).toContain("<div id=");
  });

  it("starts in the image as another user than root, and its health check says so", async () => {
    const port = await findFreePort();
    const data = path.join(root, "data");
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    expect(valuesOf(finalStage, "USER")).toEqual(["node"]);
    expect(valuesOf(finalStage, "RUN")).toEqual(["install -d -o node -g node /data"]);
    mkdirSync(data);
    if (user.uid !== undefined) chownSync(data, user.uid, user.gid);
    const parts = [...valuesOf(finalStage, "ENTRYPOINT"), ...valuesOf(finalStage, "CMD")];
    const [program = "", ...line] = parts.flatMap((part) => JSON.parse(part) as string[]);
    const image = environmentOf(finalStage);
    const env = { PATH: process.env["PATH"], ...image, FLORIN_DATA: data, FLORIN_PORT: `${port}` };
    expect([program, image["FLORIN_DATA"]]).toEqual(["node", valuesOf(finalStage, "VOLUME")[0]]);
    const started = spawn(node, line, { cwd: at(), env: { ...env, HOME: data }, stdio: "ignore", ...user });
    const ended = once(started, "exit");
    const check = /CMD (\[.*\])$/.exec(valuesOf(finalStage, "HEALTHCHECK")[0] ?? "")?.[1] ?? "[]";
    const [, ...probe] = JSON.parse(check.replaceAll(":8080/", `:${port}/`)) as string[];
    const isHealthy = () => run(node, probe).then(Boolean, () => false);
    expect(await isHealthy()).toBe(false);
    await expect.poll(isHealthy, { timeout: 120_000, interval: 500 }).toBe(true);
    expect(statSync(path.join(data, "postgres")).uid).toBe(user.uid ?? process.getuid?.());
    started.kill("SIGTERM");
    expect((await ended)[0]).toBe(0);
    expect(await isHealthy()).toBe(false);
  });

  it("answers a program that uses the TypeScript client", async () => {
    const script = readFileSync("clients/typescript/examples/ask-a-report.ts", "utf8");
    // Without types it is a plain program, as a user of JavaScript writes it.
    writeFileSync(at("ask.mjs"), script.replace("../src/index.ts", "@florin-data/client"));
    const { stdout } = await run(node, [at("ask.mjs")], { env: { ...process.env, ...asUser() }, cwd: at() });
    expect(stdout).toMatch(/Operating margin.*%/);
  });

  it.runIf(hasPython)("answers a program that uses the Python client", async () => {
    const env = { ...process.env, ...asUser() };
    // Where the client was generated.
    const cwd = path.join(root, "source");
    const { stdout } = await run(PYTHON, ["clients/python/examples/margins.py"], { env, cwd });
    expect(stdout).toContain("operating_margin");
  });

  it("answers an AI client over HTTP and over standard input and output", async () => {
    const { mcp_url, demo_api_key } = facts();
    const headers = { "x-api-key": demo_api_key ?? "" };
    const line = [at("node_modules", ".bin", "florin"), "--data", at("data"), "mcp"];
    for (const transport of [
      new StreamableHTTPClientTransport(new URL(mcp_url), { requestInit: { headers } }),
      new StdioClientTransport({ command: node, args: line, stderr: "ignore" }),
    ]) {
      const client = new Client({ name: "first-hour", version: "1" });
      await client.connect(transport);
      const result = await client.callTool({ name: "find_company", arguments: { name: "Haldrewick" } });
      expect(JSON.stringify(result.structuredContent)).toContain("Haldrewick");
      await client.close();
    }
  });

  it("reads a report that the user uploads", async () => {
    const form = new FormData();
    const text = "<!doctype html><html><h1>Annual report 2025</h1><p>We employed 1,911 people.</p></html>";
    form.set("file", new Blob([text], { type: "text/html" }), "report.html");
    form.set("title", "Annual report 2025");
    const { base_url, demo_api_key } = facts();
    const headers = { "x-api-key": demo_api_key ?? "" };
    const post = { method: "POST", headers, body: form };
    const reply = await fetch(`${base_url}/v1/company_report/upload`, post);
    const { data } = (await reply.json()) as { data: { report_id: string } };
    const body = JSON.stringify({ report_id: data.report_id, question: "How many people were employed?" });
    await expect
      .poll(
        async () => {
          const asked = { method: "POST", headers: { ...headers, "content-type": "application/json" }, body };
          return (await fetch(`${base_url}/v1/chat/chat_report`, asked)).text();
        },
        { interval: 1_000 },
      )
      .toContain("1,911");
  });

  it("continues with the data folder of version 0.1.0", async () => {
    service?.process.kill("SIGTERM");
    await service?.ended;
    service = await startService(unpackOldData(at()), ["--no-demo"], [], program);
    const headers = { "x-api-key": OLD_DATA.key };
    const reply = await fetch(`${facts().base_url}/v1/account/balance`, { headers });
    expect(((await reply.json()) as { data: unknown }).data).toEqual(OLD_DATA.balance);
    expect(service.output()).toContain("saved the database to");
  });
});
