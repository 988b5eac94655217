import { statSync } from "node:fs";
import { Command } from "commander";
import {
  addFeed,
  type ImportResult,
  importFile,
  listCounts,
  listFeeds,
  makeAllDue,
  openPolling,
  pollDueFeeds,
  removeFeed,
} from "../../features/news/index.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { makeGuardedFetch } from "../../platform/fetch/index.ts";
import { readInteger } from "./keys.ts";
import type { CommandTools } from "./program.ts";
import { renderTable } from "./table.ts";

const LINES_MAX = 1_000;
const BAR_LENGTH = 30;

export function newsCommand(tools: CommandTools): Command {
  const news = new Command("news").description("import news from feeds and files");
  addFeedCommands(news, tools);
  addImportCommand(news, tools);
  addPollCommands(news, tools);
  return news;
}

function addFeedCommands(news: Command, { onDatabase, print }: CommandTools): void {
  news
    .command("add-feed <url>")
    .description("add an RSS, Atom or JSON feed to poll")
    .option("--language <code>", "ISO 639-1 code, for items that do not say")
    .option("--licence <text>", "licence of its articles", "")
    .option("--every <minutes>", "how often to poll it", "30")
    .action((url: string, options: { language?: string; licence: string; every: string }) =>
      onDatabase(async (db) => {
        const isNew = await addFeed(db, {
          url,
          language: options.language ?? null,
          licence: options.licence,
          pollMinutes: readInteger(options.every, "minutes"),
        });
        print(isNew ? "Feed added; a running service polls it within a minute." : "The feed already exists.");
      }),
    );

  news
    .command("remove-feed <url>")
    .description("stop polling a feed; its articles stay")
    .action((url: string) =>
      onDatabase(async (db) => {
        if (!(await removeFeed(db, url))) throw new OperatorError(`Feed not found: ${url}.`);
        print("Feed removed.");
      }),
    );
}

function addImportCommand(news: Command, { onDatabase, print, progress }: CommandTools): void {
  news
    .command("import <file...>")
    .description("import RSS, Atom, JSON Feed, GDELT, SerpAPI, NewsAPI or JSON Lines files, also gzipped")
    .option("--language <code>", "ISO 639-1 code, for articles that do not say")
    .option("--licence <text>", "licence of the articles", "")
    .action((files: string[], options: { language?: string; licence: string }) =>
      onDatabase(async (db) => {
        for (const file of files) {
          const total = sizeOf(file);
          let share = 0;
          const started = performance.now();
          const result = await importFile(db, file, {
            now: new Date(),
            origin: { licence: options.licence, language: options.language ?? null },
            bytesRead: (bytes) => {
              share = total === 0 ? 1 : bytes / total;
            },
            progress: ({ added }) =>
              progress(`${renderBar(share)} ${added.toLocaleString("en-US")} articles`),
          });
          progress("");
          print(`${file}: ${describeImport(result, (performance.now() - started) / 1_000)}`);
        }
      }),
    );
}

function addPollCommands(news: Command, { onDatabase, print, progress }: CommandTools): void {
  news
    .command("poll")
    .description("poll the feeds that are due, or all of them")
    .option("--all", "include feeds that are not due yet")
    .action((options: { all?: boolean }) =>
      onDatabase(async (db) => {
        const total = options.all ? await makeAllDue(db) : 0;
        let done = 0;
        const polling = openPolling(db, makeGuardedFetch({ userAgent: "Florin" }));
        const results = await pollDueFeeds(polling, new AbortController().signal, ({ url }) =>
          progress(total === 0 ? url : `${renderBar(++done / total)} ${url}`),
        );
        progress("");
        print(
          renderTable(
            results.map((result) => ({ ...result })),
            "No feed is due.",
          ),
        );
      }),
    );

  news
    .command("status")
    .description("show feeds, imported articles and errors")
    .action(() =>
      onDatabase(async (db) => {
        print(
          renderTable(
            (await listFeeds(db, LINES_MAX)).map((feed) => ({ ...feed })),
            "No feeds.",
          ),
        );
        print("");
        print(
          renderTable(
            (await listCounts(db, LINES_MAX)).map((count) => ({ ...count })),
            "Nothing has been imported.",
          ),
        );
      }),
    );
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch (cause) {
    throw new OperatorError(`The file ${file} cannot be read.`, { cause });
  }
}

function renderBar(share: number): string {
  const full = Math.round(Math.min(1, share) * BAR_LENGTH);
  return `${"█".repeat(full)}${"░".repeat(BAR_LENGTH - full)} ${String(Math.floor(share * 100)).padStart(3)} %`;
}

function describeImport({ items, added, known, undated, faults }: ImportResult, seconds: number): string {
  const number = (value: number) => value.toLocaleString("en-US");
  const wrong = Object.entries(faults).map(([reason, count]) => `${number(count)} ${reason}`);
  return [
    `${number(items)} items in ${seconds.toFixed(1)} s`,
    `${number(added)} added (${number(undated)} without a trustworthy date)`,
    `${number(known)} already known`,
    ...wrong,
  ].join(", ");
}
