import type { z } from "zod";

const ISSUES_SHOWN_MAX = 20;

/** What is wrong with an input, field by field, in one line a person or a model can act on. */
export function describeIssues(error: z.ZodError): string {
  const lines = error.issues.slice(0, ISSUES_SHOWN_MAX).flatMap(describe);
  const more = error.issues.length - ISSUES_SHOWN_MAX;
  return lines.join("; ") + (more > 0 ? `; and ${more} more` : "");
}

function describe(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, ISSUES_SHOWN_MAX).map((key) => `${joined(path, shorten(key))}: unknown field`);
  }
  const text = issue.message.replace(/^Invalid input: /, "");
  return [path === "" ? text : `${path}: ${text}`];
}

const joined = (path: string, key: string) => (path === "" ? key : `${path}.${key}`);

/** The caller's own text goes back to it, but not by the megabyte. */
const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
