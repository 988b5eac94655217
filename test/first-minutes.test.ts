import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { listSettings } from "../src/config.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { florin, startService } from "./service.ts";

const root = mkdtempSync(path.join(os.tmpdir(), "florin-first-"));
chmodSync(root, 0o755);
onTestFileEnd(() => rmSync(root, { recursive: true, force: true }));
const folder = path.join(root, "data");

const oneSentence = (text: string) => {
  expect(text.trim().split("\n"), text).toHaveLength(1);
  expect(text).toMatch(/^florin: .*\.$/m);
};

/** The README's own example, so that the test sends what a newcomer pastes. */
const readme = readFileSync("README.md", "utf8");
const [, example = ""] = /chat\/chat_report.*?-d '(\{.*?\})'/s.exec(readme) ?? [];

describe("the first start", () => {
  it("answers the README's report example in the first second, with every text and vector", async () => {
    const service = await startService(folder, ["--slow-statement-ms", "1"]);
    const greeting = service.output();
    const { base_url, demo_api_key } = service.ready;
    const headers = { "x-api-key": demo_api_key ?? "", "content-type": "application/json" };
    const post = async (route: string, body: string) => {
      const reply = await fetch(`${base_url}${route}`, { method: "POST", headers, body });
      return { status: reply.status, data: ((await reply.json()) as { data: never }).data };
    };
    const answer = await post("/v1/chat/chat_report", example);
    expect(answer.status).toBe(200);
    expect((answer.data as { claims: unknown[] }).claims.length).toBeGreaterThan(0);
    const { report_id } = JSON.parse(example) as { report_id: string };
    const files = await post(
      "/v1/company_report/file_list",
      JSON.stringify({ report_id: [report_id], option: ["pdf", "extract", "embedding"] }),
    );
    expect(files.data).toMatchObject({
      file_list_pdf: [{ report_id }],
      file_list_extract: [{ report_id }],
      file_list_embedding: [{ report_id }],
      errors: [],
    });
    expect(service.output()).not.toContain("being read in the background");
    expect(greeting.slice(0, greeting.indexOf("Florin is ready"))).not.toContain('"level"');

    const invited = await florin([
      ...["--data", folder, "members", "invite", "ada@example.com"],
      ...["--account", "Demo", "--owner"],
    ]);
    expect(invited.out).toContain(`${base_url}/join/`);

    service.process.kill("SIGTERM");
    await service.ended;
  });

  it("refuses a port that is in use in one sentence, before it creates a database", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as { port: number };
    const place = path.join(root, "never-made");
    const { code, out, err } = await florin(["serve", "--data", place, "--port", String(port)]);
    taken.close();
    expect(code).toBe(1);
    expect(out).toBe("");
    oneSentence(err);
    expect(err).toContain(`Port ${port} is in use`);
    expect(existsSync(place)).toBe(false);
  });

  it.each([
    ["a data folder that cannot be made", ["serve", "--port", "0", "--data", "/proc/florin"]],
    ["a host that is not of this machine", ["serve", "--port", "0", "--host", "192.0.2.1", "--data", folder]],
    ["a file that is not a backup", ["--data", path.join(root, "restored"), "restore", "package.json"]],
    ["a setting that does not exist", ["serve", "--data", folder, "--log-level", "loud"]],
  ])("refuses %s in one sentence", async (_what, args) => {
    const { code, err } = await florin(args);
    expect(code).toBe(1);
    oneSentence(err);
  });
});

describe("the command line", () => {
  it("accepts every setting as an option of `serve`, and shows --data in the help of every command", async () => {
    const { out } = await florin(["serve", "--help"]);
    for (const { name } of listSettings())
      expect(out).toMatch(new RegExp(`--(no-)?${name.replaceAll("_", "-")} `));
    expect((await florin(["keys", "create", "--help"])).out).toContain("--data <folder>");
  });

  // Measured in processor time, which a busy machine affects less than elapsed time.
  it("prints its version in a fraction of a second", async () => {
    await florin(["--version"]);
    const used = await childProcessorSeconds(() => florin(["--version"]));
    expect(used).toBeLessThan(0.4);
  });
});

/** Processor time of ended child processes, as Linux reports it for the parent. */
async function childProcessorSeconds(work: () => Promise<unknown>): Promise<number> {
  const ticks = () => {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
    return Number(fields[13]) + Number(fields[14]);
  };
  const before = ticks();
  await work();
  return (ticks() - before) / 100;
}
