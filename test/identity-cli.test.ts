import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { onTestFileEnd } from "./cleanup.ts";
import { PASSWORD, PageVisitor } from "./person.ts";
import { florin, startService } from "./service.ts";

const root = mkdtempSync(path.join(os.tmpdir(), "florin-people-"));
chmodSync(root, 0o755);
onTestFileEnd(() => rmSync(root, { recursive: true, force: true }));
const data = path.join(root, "data");

describe("managing people on the command line", () => {
  it("prints a setup link at the start, and invites, resets and removes members of the running service", async () => {
    const service = await startService(data, ["--no-demo"]);
    onTestFileEnd(() => service.process.kill("SIGKILL"));
    const { base_url, set_up_url } = service.ready;
    if (set_up_url === null) throw new Error("no set-up link");
    await expect.poll(() => service.output()).toContain(set_up_url);
    const run = (...args: string[]) => florin([...args, "--data", data], { FLORIN_BASE_URL: base_url });

    const owner = new PageVisitor(base_url);
    const fields = { account_name: "Mine", name: "Ada", email: "ada@example.com", password: PASSWORD };
    const done = await owner.submit(await owner.visit(set_up_url), fields);
    expect(done.url.pathname).toBe("/console/");
    expect((await run("members", "set-up-link")).err).toContain("There are already members");

    const invited = await run("members", "invite", "Bob@Example.com", "--name", "Bob");
    const link = /http\S+\/join\/\S+/.exec(invited.out)?.[0] ?? "";
    const bob = new PageVisitor(base_url);
    await bob.submit(await bob.visit(link), { password: PASSWORD });
    expect((await run("members", "list")).out).toMatch(/bob@example\.com +Bob +member +set/);

    expect((await run("keys", "create", "robot", "--member", "nobody@example.com")).err).toContain(
      "no member",
    );
    expect((await run("keys", "create", "robot", "--member", "bob@example.com")).code).toBe(0);
    expect((await run("keys", "list")).out).toMatch(/robot +flr_live_\S+ +usr_/);
    expect((await run("keys", "create", " ")).err.trim()).toMatch(/^florin: .*name: expected 1 to 100/);
    expect((await run("accounts", "create", "")).err.trim()).toMatch(/^florin: An account needs a name.*$/);
    const keyId = /key_\w+/.exec((await run("keys", "list")).out)?.[0] ?? "";
    const tooLong = await run("keys", "rotate", keyId, "--overlap", "9007199254740991");
    expect(tooLong.err.trim()).toBe("florin: --overlap: expected at most 2592000 seconds (30 days).");
    const rotated = await run("keys", "rotate", keyId, "--overlap", "60");
    expect(rotated.out).toMatch(/^flr_live_\w+\n\nThe old key stops working in 60 seconds\./);
    expect((await run("keys", "revoke", keyId)).out).toContain(`${keyId} revoked.`);
    expect((await run("credits", "refund", "call_none")).err).toContain("was not charged");

    const reset = await run("members", "reset-link", "bob@example.com");
    const again = /http\S+\/reset\/\S+/.exec(reset.out)?.[0] ?? "";
    await bob.submit(await bob.visit(again), { password: "another long password" });
    const signedIn = await new PageVisitor(base_url).signIn("bob@example.com", "another long password");
    expect(signedIn.url.pathname).toBe("/console/");

    expect((await run("members", "remove", "ada@example.com")).err).toContain("at least one owner");
    expect((await run("members", "remove", "bob@example.com")).code).toBe(0);
    expect((await run("members", "reset-link", "bob@example.com")).err).toContain(
      "Member not found: bob@example.com",
    );

    expect((await run("oauth", "rotate-keys", "--overlap", "5")).err).toContain("at least 900");
    const signing = await run("oauth", "rotate-keys");
    expect(signing.out).toContain("no restart is needed");
    process.kill(service.ready.pid, "SIGTERM");
    await service.ended;
    const restarted = await startService(data, ["--no-demo"]);
    expect(restarted.output()).not.toContain("set-up");
    process.kill(restarted.ready.pid, "SIGTERM");
    await restarted.ended;
  });
});
