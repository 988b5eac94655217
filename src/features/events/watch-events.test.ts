import { expect, it } from "vitest";
import { freshDatabase } from "../../../test/database.ts";
import { makeId } from "../../kernel/ids.ts";
import type { Sql } from "../../platform/db/index.ts";
import { createAccount } from "../accounts/index.ts";
import { insertEvent } from "./store.ts";
import { openEventWatch } from "./watch-events.ts";

const db = await freshDatabase();

const addEvent = (account_id: string) =>
  insertEvent(db, {
    event_id: makeId("evt"),
    account_id,
    builder_id: null,
    about_webhook_id: null,
    about_search_id: null,
    about_report_id: null,
    about_article_id: null,
    type: "run.failed",
    data: {},
    once_key: null,
  });

it("wakes the streams of an account by one statement for all, and asks nothing without a stream", async () => {
  let statements = 0;
  const counting = ((strings: TemplateStringsArray, ...values: unknown[]) => {
    statements++;
    return db(strings, ...values);
  }) as unknown as Sql; // the watch only calls it as a tag
  const watch = openEventWatch(counting);
  const [one, other] = [await createAccount(db, "One"), await createAccount(db, "Other")];
  const ended = new AbortController();
  const streams = Array.from({ length: 50 }, () => watch.newerThan(one, 0, ended.signal));
  const quiet = watch.newerThan(other, 0, ended.signal);
  const number = await addEvent(one);
  expect(await Promise.all(streams)).toEqual(Array.from({ length: 50 }, () => number));
  expect(statements).toBeLessThan(10);
  ended.abort();
  expect(await quiet).toBe(0);
  // The poll that was under way ends; no other follows.
  const after = statements + 1;
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(statements).toBeLessThanOrEqual(after);
});

it("does not wait for what was there before", async () => {
  const watch = openEventWatch(db);
  const account = await createAccount(db, "Third");
  const number = await addEvent(account);
  expect(await watch.newerThan(account, 0, AbortSignal.timeout(30_000))).toBe(number);
  expect(await watch.newerThan(account, 0, AbortSignal.abort())).toBe(0);
});
