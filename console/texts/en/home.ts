import { counted } from "./counted.ts";

export const home = {
  title: "Home",
  welcome: (name: string) => `Welcome, ${name}`,
  about:
    "What your account has, what it spent, and what the service is doing. Every figure leads to where it comes from: calls to the audit log, artifacts to the page of a report, sources to their last run.",
  available: "Credits available",
  spent: "Spent in 30 days",
  calls: "Calls in 30 days",
  held: (count: string) => `${count} held for calls under way`,
  grantedOf: (count: string) => `of ${count} granted`,
  perDay: (count: string) => `${count} a day on average`,
  perCall: (count: string) => `${count} ${count === "1" ? "credit" : "credits"} each on average`,
  byDay: "Credits by day",
  byDayOf: (day: string, credits: string, calls: string) =>
    `${day}: ${counted(credits, "credit", "credits")}, ${counted(calls, "call", "calls")}`,
  byOperation: "Credits by operation",
  nothingSpent: "Nothing was spent in the last 30 days",
  nothingSpentHint: "Ask a report a question, or make a key and call the API: it shows here.",
  recentCalls: "Recent calls",
  noCalls: "No calls yet",
  ownersOnly: "The audit trail is for owners of the account.",
  allCalls: "Audit log",
  columns: { time: "Time", operation: "Operation", by: "By", status: "Status", credits: "Credits", ms: "ms" },
  channels: { rest: "API", mcp: "MCP", console: "Console" } as Record<string, string>,
  artifacts: "Recent artifacts",
  noArtifacts: "No artifacts yet",
  noArtifactsHint: "An agent builder reads new reports on a schedule and leaves what it found here.",
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
    reason.includes(location) ? `By schedule: ${reason}` : `By schedule, ${location}: ${reason}`,
  noSources: "No source is set up",
  notLoaded: (count: string) => `${count} more sources can be loaded with florin ingest.`,
};
