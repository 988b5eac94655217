import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openDatabase } from "../src/platform/db/index.ts";
import { startTestApp } from "./app.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { freshDatabaseAddress } from "./database.ts";
import { urlOf } from "./database-name.ts";

const address = await freshDatabaseAddress();
const app = await startTestApp({
  database_url: urlOf(address),
  rate_factor: 100_000,
  calls_at_once: 20,
  database_connections: 4,
});
const { port, hostname } = new URL(app.baseUrl);

function open(): Socket {
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  onTestFileEnd(() => socket.destroy());
  return socket;
}

function textOf(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (piece) => {
    text += piece;
  });
  return new Promise((resolve) => socket.once("close", () => resolve(text)));
}

const search = (key: string) =>
  app.call("POST", "/v1/company_report/company_search", { key, body: { isin: "US0000000000" } });

describe("a service under attack", () => {
  it("answers too many calls at once with 503 or 429 and Retry-After, serves the others, and charges correctly", async () => {
    const greedy = await app.addAccount({ credits: 100_000 });
    const modest = await app.addAccount({ credits: 100_000 });
    await Promise.all([search(greedy.key), search(modest.key)]);
    // Nothing is charged while the balance is locked: the calls of the greedy account pile up.
    const lock = await app.db.pool.connect();
    await lock.query("begin");
    await lock.query("select from credit_balance where account_id = $1 for update", [greedy.accountId]);
    let refusals = 0;
    const send = async () => {
      const reply = await search(greedy.key);
      if (reply.status !== 200) refusals++;
      return reply;
    };
    const flood = Promise.all(Array.from({ length: 200 }, send));
    await expect.poll(() => refusals).toBeGreaterThan(100);
    const meanwhile = await app.call("GET", "/v1/constant/countries", { key: modest.key });
    expect(meanwhile.status).toBe(200);
    await lock.query("rollback");
    lock.release();
    const replies = await flood;
    const refused = replies.filter(({ status }) => status === 429 || status === 503);
    const answered = replies.filter(({ status }) => status === 200);
    expect(answered.length).toBeGreaterThanOrEqual(10);
    expect(answered.length + refused.length).toBe(200);
    expect(refused.length).toBeGreaterThan(100);
    for (const { headers } of refused) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    const [balance] = await app.db<{ spent: number; held: number }>`
      select spent, held from credit_balance where account_id = ${greedy.accountId}`;
    const paid = answered.reduce((sum, { headers }) => sum + Number(headers.get("x-credits-charged")), 0);
    expect([balance?.spent, balance?.held]).toEqual([paid + paid / answered.length, 0]);
  });

  it("is not delayed by 300 half-sent requests (slow loris), and cuts them off after ten seconds", async () => {
    const { key } = await app.addAccount({ credits: 1_000 });
    const sockets = Array.from({ length: 300 }, () => {
      const socket = open();
      socket.write("POST /v1/company_report/company_search HTTP/1.1\r\nhost: florin\r\n");
      return { socket, closed: textOf(socket) };
    });
    const dribble = setInterval(() => {
      for (const { socket } of sockets) if (socket.writable) socket.write("x");
    }, 500);
    const startedAt = performance.now();
    expect((await search(key)).status).toBe(200);
    // Answered while the slow connections were still open.
    expect(sockets.filter(({ socket }) => socket.destroyed).length).toBe(0);
    const texts = await Promise.all(sockets.map(({ closed }) => closed));
    clearInterval(dribble);
    // Without the limit the dribble would have gone on for a minute; a busy machine is given time besides.
    expect(performance.now() - startedAt).toBeLessThan(45_000);
    expect(texts.filter((text) => text.includes("408")).length).toBeGreaterThan(250);
  });

  it("refuses huge bodies by their declared or counted length, and memory stays flat", async () => {
    const { key } = await app.addAccount({ credits: 1_000 });
    const head = `POST /v1/company_report/company_search HTTP/1.1\r\nhost: florin\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\n`;
    const announced = open();
    announced.write(`${head}content-length: 100000000000\r\n\r\n{`);
    expect(await textOf(announced)).toContain("HTTP/1.1 413");

    const before = process.memoryUsage().rss;
    const endless = open();
    const answer = textOf(endless);
    endless.write(`${head}transfer-encoding: chunked\r\n\r\n`);
    const piece = `10000\r\n${"x".repeat(65_536)}\r\n`;
    for (let sent = 0; sent < 3_000 && endless.writable; sent++) {
      if (!endless.write(piece))
        await Promise.race([sleep(50), new Promise((go) => endless.once("drain", go))]);
    }
    endless.destroy();
    await answer;
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 2 ** 20);
    expect((await search(key)).status).toBe(200);
  });

  it("answers bodies made to break a parser with 4xx", async () => {
    const { key } = await app.addAccount({ credits: 1_000 });
    const deep = 200_000;
    const bodies = [
      "[".repeat(deep) + "]".repeat(deep),
      `{"name":${"[".repeat(deep)}${"]".repeat(deep)}}`,
      `${'{"name":'.repeat(50_000)}1${"}".repeat(50_000)}`,
      `{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}`,
      `{"isin":"${"\\u0000".repeat(1_000)}"}`,
      `[${"1,".repeat(300_000)}1]`,
    ];
    for (const body of bodies) {
      const reply = await app.call("POST", "/v1/company_report/company_search", { key, body });
      expect([body.slice(0, 20), reply.status < 500]).toEqual([body.slice(0, 20), true]);
    }
  });

  it("answers forms made to break their reader with 4xx", async () => {
    const { key } = await app.addAccount({ credits: 1_000 });
    const field = (name: string, value: string, type?: string) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"\r\n${type ? `content-type: ${type}\r\n` : ""}\r\n${value}\r\n`;
    const forms = [
      field("valueOf", "x"),
      field("__proto__", "x"),
      field("title", "{", "application/json"),
      Array.from({ length: 100 }, (_, index) => field(`f${index}`, "x")).join(""),
      field("x".repeat(50_000), "x"),
      "--b\r\n\r\n\r\n",
      field("title", "cut off").slice(0, -10),
    ];
    for (const boundary of ["b", "b".repeat(300)])
      for (const form of forms) {
        const reply = await fetch(`${app.baseUrl}/v1/company_report/upload`, {
          method: "POST",
          headers: { "x-api-key": key, "content-type": `multipart/form-data; boundary=${boundary}` },
          body: form.endsWith("\r\n") ? `${form}--b--\r\n` : form,
        });
        const status = [form.slice(0, 80), reply.status >= 400 && reply.status < 500];
        expect(status).toEqual([form.slice(0, 80), true]);
        await reply.text();
      }
  });

  it("ends a statement that would run for ever, and the connection serves the next", async () => {
    const hasty = openDatabase(address, {
      connectionsMax: 1,
      statementSecondsMax: 1,
      applicationName: "florin-test",
    });
    onTestFileEnd(() => hasty.close());
    await expect(hasty`select pg_sleep(60)`.then()).rejects.toThrow(/statement timeout/);
    expect(await hasty`select 1 as one`).toEqual([{ one: 1 }]);
    const [row] = await app.tools.db<{ limit: string }>`select current_setting('statement_timeout') as limit`;
    expect(row?.limit).toBe("30s");
  });
});
