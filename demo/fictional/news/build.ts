/** Writes the demo news: `node demo/fictional/news/build.ts`. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readCompanies } from "../catalogue.ts";
import { articleId } from "../ids.ts";
import { createFigureWriter, type NewsLanguage } from "./figures-in-text.ts";

/** The day the demo stands still at; every dated article but one lies before its end. */
export const DEMO_EPOCH = "2025-06-30";

const LANGUAGES = ["en", "de", "ja"] as const;

/** A sentence, or several wordings of it that different outlets use. */
const Wordings = z.union([z.string(), z.array(z.string()).min(1)]);
const WordWeight = z.strictObject({
  headlines: z.array(z.string()).min(1),
  lead: z.array(z.string()).min(1),
  sentences: z.array(Wordings).min(1),
  close: z.array(z.string()).min(1),
});
type WordWeight = z.infer<typeof WordWeight>;
const Story = z.strictObject({
  id: z.string(),
  companies: z.array(z.string()),
  date: z.iso.date(),
  place: z.string(),
  /** How many outlets of the language that has the most wordings carry it. */
  copies: z.int().min(1),
  en: WordWeight.optional(),
  de: WordWeight.optional(),
  ja: WordWeight.optional(),
});
type Story = z.infer<typeof Story>;
const Outlets = z.record(
  z.enum(LANGUAGES),
  z.array(z.strictObject({ name: z.string(), slug: z.string(), sign: z.string() })),
);
type Outlet = z.infer<typeof Outlets>["en"][number];

export interface Article {
  id: string;
  title: string;
  snippet: string;
  body: string;
  link: string;
  source: string;
  language: NewsLanguage;
  /** ISO 8601 where a publisher gave a proper date; otherwise what it gave, which may be nothing. */
  published_at: string | null;
}

/** What is true about an article, for measuring how well it is grouped and linked. */
export interface ArticleLabel {
  id: string;
  /** The same for all articles that tell the same event in the same language. */
  story: string;
  event: string;
  /** Told in other words throughout: the same story to a reader, but hardly a near-duplicate by its text. */
  rewritten: boolean;
  svc_entity_id: string[];
}

/** Dates as feeds really deliver them, by article number. Nothing here may be taken for a day. */
const BAD_DATES: ReadonlyMap<number, string | null> = new Map<number, string | null>([
  [11, null],
  [38, null],
  [64, null],
  [97, null],
  [131, null],
  [166, null],
  [203, null],
  [241, null],
  [277, null],
  [29, "yesterday evening"],
  [83, "2025-13-45T10:00:00Z"],
  [149, "Thu, 31 Foo 2024 25:61:00 GMT"],
  [222, "last quarter"],
  [289, "00/00/0000"],
  [260, "2031-01-15T08:00:00Z"],
]);

export function buildNews(): { articles: Article[]; labels: ArticleLabel[] } {
  const write = createFigureWriter();
  const outlets = Outlets.parse(readJson("outlets.json"));
  const mentioned = createMentionFinder();
  const articles: Article[] = [];
  const labels: ArticleLabel[] = [];
  for (const story of readStories()) {
    for (const language of LANGUAGES) {
      const wordWeight = story[language];
      if (wordWeight === undefined) continue;
      const copies = Math.min(copiesIn(story, language), outlets[language].length);
      for (let copy = 0; copy < copies; copy++) {
        const outlet = outlets[language][(firstOutlet(story.id) + copy) % outlets[language].length];
        if (outlet === undefined) throw new Error(`${story.id}: no outlet`);
        const article = emit({ story, language, copy, outlet, number: articles.length + 1, write });
        articles.push(article);
        const { id } = article;
        labels.push({
          id,
          story: `${story.id}:${language}`,
          event: story.id,
          rewritten: isRewritten(story, language, copy),
          svc_entity_id: mentioned(article),
        });
      }
    }
  }
  return { articles, labels };
}

/** Every company's name begins with a word that no other text contains; Japanese texts also use the local name. */
function createMentionFinder(): (article: Article) => string[] {
  const names = readCompanies().map(({ svc_entity_id, name, name_local }) => ({
    svc_entity_id,
    words: [name.split(" ")[0] ?? name, ...(name_local === null ? [] : [name_local.replace("株式会社", "")])],
  }));
  return ({ title, snippet, body }) =>
    names
      .filter(({ words }) => words.some((word) => `${title} ${snippet} ${body}`.includes(word)))
      .map(({ svc_entity_id }) => svc_entity_id);
}

/** A story is told as often as it says in the language with the most headlines, and once or twice in the others. */
function copiesIn(story: Story, language: NewsLanguage): number {
  const headlines = (one: NewsLanguage) => story[one]?.headlines.length ?? 0;
  const most = Math.max(...LANGUAGES.map(headlines));
  return headlines(language) === most ? story.copies : headlines(language);
}

/** Of four or more copies the second is a rewrite: the same news, but no near-duplicate by its words. */
function isRewritten(story: Story, language: NewsLanguage, copy: number): boolean {
  return copy === 1 && copiesIn(story, language) >= 4 && (story[language]?.lead.length ?? 0) > 1;
}

const pick = (wordings: readonly string[], at: number) => wordings[at % wordings.length] ?? "";

const firstOutlet = (storyId: string) => [...storyId].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);

interface Copy {
  story: Story;
  language: NewsLanguage;
  copy: number;
  outlet: Outlet;
  number: number;
  write: (text: string, language: NewsLanguage) => string;
}

function emit({ story, language, copy, outlet, number, write }: Copy): Article {
  const wordWeight = story[language];
  if (wordWeight === undefined) throw new Error(`${story.id}: not told in ${language}`);
  const say = (text: string) => write(text, language);
  const chosen = chooseWordings(wordWeight, copy, isRewritten(story, language, copy));
  const lead = say(chosen.lead);
  const sentences = chosen.sentences.map(say);
  const space = language === "ja" ? "" : " ";
  const half = Math.ceil(sentences.length / 2);
  const place = story.place !== "" && language === "en" && copy % 2 === 0 ? `${story.place} – ` : "";
  const paragraphs = [
    place + [lead, ...sentences.slice(0, half)].join(space),
    [...sentences.slice(half), say(chosen.close)].join(space),
    outlet.sign,
  ].filter((paragraph) => paragraph !== "");
  const key = `${story.id}:${language}:${copy}`;
  const [year, month] = story.date.split("-");
  return {
    id: articleId(key),
    title: say(pick(wordWeight.headlines, copy)),
    snippet: copy % 3 === 2 ? lead : [lead, sentences[0]].join(space),
    body: paragraphs.join("\n\n"),
    link: `https://news.example/${outlet.slug}/${year}/${month}/${story.id}${copy === 0 ? "" : `-${copy + 1}`}`,
    source: outlet.name,
    language,
    published_at: BAD_DATES.has(number)
      ? (BAD_DATES.get(number) ?? null)
      : publishedAt(story, copy, language),
  };
}

/**
 * An outlet that edits changes one sentence and, late in the day, drops another; one that rewrites chooses other
 * words throughout.
 */
function chooseWordings(
  { lead, sentences, close }: WordWeight,
  copy: number,
  rewritten: boolean,
): { lead: string; sentences: string[]; close: string } {
  const changed = (copy - 1) % sentences.length;
  const skipped = !rewritten && copy > 2 && sentences.length > 2 ? copy % sentences.length : -1;
  return {
    lead: pick(lead, rewritten ? 1 : 0),
    sentences: sentences
      .map((wordings, index) => pick([wordings].flat(), rewritten || changed === index ? 1 : 0))
      .filter((_, index) => index !== skipped),
    close: pick(close, rewritten || copy > 3 ? 1 : 0),
  };
}

/** The first outlet reports in the morning, the others some hours later; another language half an hour after that. */
function publishedAt(story: Story, copy: number, language: NewsLanguage): string {
  const minutes = 6 * 60 + 10 + (firstOutlet(story.id) % 90) + copy * 97 + LANGUAGES.indexOf(language) * 31;
  return new Date(Date.parse(`${story.date}T00:00:00Z`) + minutes * 60_000).toISOString();
}

function readStories(): Story[] {
  return readdirSync(join(import.meta.dirname, "stories"))
    .sort()
    .flatMap((name) => z.array(Story).parse(readJson(`stories/${name}`)));
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, name), "utf8"));
}

export const jsonLines = (items: readonly unknown[]) =>
  items.map((item) => `${JSON.stringify(item)}\n`).join("");

if (import.meta.main) {
  const { articles, labels } = buildNews();
  writeFileSync(join(import.meta.dirname, "articles.jsonl"), jsonLines(articles));
  writeFileSync(join(import.meta.dirname, "labels.jsonl"), jsonLines(labels));
  const count = (language: string) => articles.filter((article) => article.language === language).length;
  console.log(`${articles.length} articles: ${LANGUAGES.map((one) => `${one} ${count(one)}`).join(", ")}`);
}
