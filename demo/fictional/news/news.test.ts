import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readCompanies } from "../catalogue.ts";
import { buildNews, DEMO_EPOCH, jsonLines } from "./build.ts";

const { articles, labels } = buildNews();
const committed = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
const endOfDemo = Date.parse(`${DEMO_EPOCH}T23:59:59Z`);

describe("the demo news articles", () => {
  it("match the committed files", () => {
    expect(jsonLines(articles)).toBe(committed("articles.jsonl"));
    expect(jsonLines(labels)).toBe(committed("labels.jsonl"));
  });

  it("number at least 300 in three languages, each with its own address", () => {
    expect(articles.length).toBeGreaterThanOrEqual(300);
    expect(new Set(articles.map((article) => article.language))).toEqual(new Set(["en", "de", "ja"]));
    expect(new Set(articles.map((article) => article.link)).size).toBe(articles.length);
    expect(new Set(articles.map((article) => article.id)).size).toBe(articles.length);
    for (const { link } of articles) expect(link).toMatch(/^https:\/\/news\.example\//);
  });

  it("contain no unfilled placeholder and no empty text", () => {
    for (const { title, snippet, body } of articles) {
      expect(`${title}${snippet}${body}`).not.toMatch(/[{}]|undefined|NaN/);
      expect(Math.min(title.length, snippet.length, body.length)).toBeGreaterThan(8);
    }
  });

  // The features that guard against bad dates must have something to show.
  it("include undated and unparsable items and exactly one from the future", () => {
    const days = articles.map(({ published_at }) =>
      published_at === null ? null : Date.parse(published_at),
    );
    expect(days.filter((day) => day === null).length).toBeGreaterThanOrEqual(8);
    expect(days.filter((day) => day !== null && Number.isNaN(day)).length).toBeGreaterThanOrEqual(4);
    expect(days.filter((day) => day !== null && day > endOfDemo)).toHaveLength(1);
  });

  it("report stories several times, but never with the same headline and text", () => {
    const byStory = Map.groupBy(labels, (label) => label.story);
    expect([...byStory.values()].filter((copies) => copies.length >= 3).length).toBeGreaterThan(40);
    expect(new Set(articles.map(({ title, body }) => title + body)).size).toBe(articles.length);
  });

  it("mention every fictional company in at least ten articles", () => {
    for (const { svc_entity_id } of readCompanies()) {
      expect(
        labels.filter((label) => label.svc_entity_id.includes(svc_entity_id)).length,
      ).toBeGreaterThanOrEqual(10);
    }
  });
});
