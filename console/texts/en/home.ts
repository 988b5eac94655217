import { counted } from "./counted.ts";

export const home = {
  title: "Overview",
  about:
    "Your balance, your spending, and what the service is doing. Every figure links to its details: calls to the audit log, artifacts to the page of a report, sources to their last run.",
  available: "Credits available",
  spent: "Spent in 30 days",
  calls: "Calls in 30 days",
  held: (count: string) => `${count} held for calls in progress`,
  grantedOf: (count: string) => `of ${count} granted`,
  perDay: (count: string) => `${count} a day on average`,
  perCall: (count: string) => `${count} ${count === "1" ? "credit" : "credits"} each on average`,
  byDay: "Credits by day",
  byDayOf: (day: string, credits: string, calls: string) =>
    `${day}: ${counted(credits, "credit", "credits")}, ${counted(calls, "call", "calls")}`,
  byOperation: "Credits by operation",
  nothingSpent: "Nothing was spent in the last 30 days",
  nothingSpentHint: "Ask a report a question, or create a key and call the API.",
  recentCalls: "Recent calls",
  noCalls: "No calls yet",
  ownersOnly: "Only owners of the account can see the audit log.",
  allCalls: "Audit log",
  columns: { time: "Time", operation: "Operation", by: "By", status: "Status", credits: "Credits", ms: "ms" },
  console: "Console",
  channels: { rest: "API", mcp: "MCP", console: "Console" } as Record<string, string>,
  artifacts: "Recent artifacts",
  noArtifacts: "No artifacts yet",
  noArtifactsHint: "Agent builders read new reports on a schedule. Their results appear here.",
  openAgents: "Agents",
  ingestion: "Data sources",
  never: "Not loaded yet",
  states: { running: "Loading", done: "Up to date", failed: "Failed" },
  rows: (count: string) => `${count} rows`,
  rejected: (count: string) => `${count} rejected`,
  warned: (count: string) => `${count} suspicious`,
  nextRun: (when: string) => `next ${when}`,
  dueNow: "due now",
  scheduledFailed: (location: string, reason: string) =>
    // Most reasons already name the file or the URL.
    reason.includes(location) ? `Scheduled load: ${reason}` : `Scheduled load of ${location}: ${reason}`,
  noSources: "No sources yet",
  notLoaded: (count: string) => `${count} more sources can be loaded with florin ingest.`,
};
