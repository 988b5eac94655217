import type { StepReply } from "../writing/record-evidence.ts";
import { type ChatSource, sourceOf } from "./chat-answer.ts";

const SOURCES_MAX = 10;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Where the replies that an answer cites came from. */
export function sourcesOf(replies: readonly StepReply[]): ChatSource[] {
  return replies.flatMap(({ operation_id, data, input }) => {
    if (operation_id === "answers.chat_report") return reportSources(data, input);
    if (operation_id.startsWith("news.")) return articleSources(data);
    if (operation_id.startsWith("prices.")) return [sourceOf("price", "Prices")];
    if (operation_id.startsWith("companies.")) return [sourceOf("companies", "Companies")];
    return [];
  });
}

/** Each source once. */
export function mergeSources(...lists: ChatSource[][]): ChatSource[] {
  const keyOf = ({ kind, title, page, link }: ChatSource) => JSON.stringify([kind, title, page, link]);
  return [...new Map(lists.flat().map((source) => [keyOf(source), source])).values()];
}

function reportSources(data: unknown, input: object): ChatSource[] {
  const references = isObject(data) && Array.isArray(data["reference"]) ? data["reference"] : [];
  const report_id = "report_id" in input ? textOf(input.report_id) : null;
  return references.slice(0, SOURCES_MAX).flatMap((one) =>
    isObject(one)
      ? sourceOf("report", textOf(one["attachment"]) ?? "Report", {
          report_id,
          page: typeof one["page"] === "number" ? one["page"] : null,
        })
      : [],
  );
}

/** Articles wherever a reply lists them. */
function articleSources(data: unknown): ChatSource[] {
  const lists = Array.isArray(data)
    ? [data]
    : isObject(data)
      ? Object.values(data).filter(Array.isArray)
      : [];
  return lists
    .flat()
    .filter(isObject)
    .slice(0, SOURCES_MAX)
    .map((article) =>
      sourceOf("news", textOf(article["title"]) ?? "Article", {
        link: textOf(article["url"]) ?? textOf(article["link"]),
        date: textOf(article["publish_date"]) ?? textOf(article["date"]),
      }),
    );
}
