import type { Message } from "./thread.ts";

/** A thread as Markdown: each number with a footnote, each footnote with its page. A question that is its title is not repeated. */
export function writeMarkdown(title: string, messages: readonly Message[]): string {
  const sections = messages.map((message, index) =>
    writeMessage(message, index + 1, index === 0 && message.question === title),
  );
  return [`# ${escapeMarkup(title)}`, ...sections].join("\n\n").concat("\n");
}

function writeMessage(message: Message, number: number, isNamed: boolean): string {
  const noted = [...new Set(message.spans.map(({ claim_id }) => claim_id))];
  const noteOf = (claimId: string) => `[^${number}-${noted.indexOf(claimId) + 1}]`;
  let text = "";
  let from = 0;
  for (const { end, claim_id } of message.spans.toSorted((a, b) => a.end - b.end)) {
    text += `${escapeMarkup(message.answer.slice(from, end))}${noteOf(claim_id)}`;
    from = end;
  }
  text += escapeMarkup(message.answer.slice(from));
  const notes = noted.map((claimId) => `${noteOf(claimId)}: ${describeClaim(message, claimId)}`);
  const sources = [...new Set(message.sources.map(describeSource))].map((source) => `- ${source}`);
  return [
    ...(isNamed ? [] : [`## ${escapeMarkup(message.question)}`]),
    text,
    ...(sources.length > 0 ? [`Sources:\n\n${sources.join("\n")}`] : []),
    ...(notes.length > 0 ? [notes.join("\n")] : []),
  ].join("\n\n");
}

function describeClaim({ claims }: Message, claimId: string): string {
  const claim = claims.find((one) => one.claim_id === claimId);
  if (!claim) return claimId;
  if (claim.verdict === "computed") {
    const parts = claims.filter(({ claim_id }) => claim.computed_from.includes(claim_id));
    return `Computed (${escapeMarkup(claim.expression ?? claim.label)}) from ${parts.map(describePlace).join("; ")}`;
  }
  return describePlace(claim);
}

function describePlace({ label, quote, page, link }: Message["claims"][number]): string {
  const place = page === null ? "" : `, page ${page}`;
  return `${escapeMarkup(quote ?? label)}${place}${writeLink(link)}`;
}

function describeSource({ title, page, date, link, kind }: Message["sources"][number]): string {
  const facts = [page === null ? "" : `page ${page}`, date ?? ""].filter(Boolean).join(", ");
  // The links of claims are in the footnotes.
  const shown = kind === "news" ? writeLink(link) : "";
  return `${escapeMarkup(title)}${facts ? ` (${facts})` : ""}${shown}`;
}

/** An article's link is its publisher's text too: what would end it early is encoded. */
function writeLink(link: string | null): string {
  return link === null || !/^https?:/i.test(link)
    ? ""
    : ` <${link.replaceAll(/[\s<>\\]/g, encodeURIComponent)}>`;
}

/** Titles and questions are other people's words: they must not become markup. */
function escapeMarkup(text: string): string {
  return text
    .replace(/[\\`*_[\]<>#|&~]/g, "\\$&")
    .replace(/\r\n?|\n/g, "  \n")
    .replace(/^(\s*\d*)([-+=.)])(?=[\s=-]|$)/gm, "$1\\$2");
}
