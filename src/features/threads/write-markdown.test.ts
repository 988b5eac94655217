import { expect, it } from "vitest";
import type { Message } from "./thread.ts";
import { writeMarkdown } from "./write-markdown.ts";

const message = (more: Partial<Message>): Message => ({
  message_id: "msg_1",
  question: "Why?",
  asked_at: "2026-01-01T00:00:00Z",
  answer: "Because.",
  shape: "news",
  outcome: "answered",
  companies: [],
  did_you_mean: [],
  spans: [],
  follow_ups: [],
  claims: [],
  record_claims: [],
  sources: [],
  steps: [],
  credits_used: 0,
  engine: "test",
  ...more,
});

it("writes no markup that questions and answers contain", () => {
  const question = "<script>alert(1)</script> &lt;b&gt; [x](javascript:alert(1))";
  const answer = "First\r- item\n1. one\n===\n-5 % and 2.5";
  expect(writeMarkdown("T", [message({ question, answer })])).toBe(
    "# T\n\n## \\<script\\>alert(1)\\</script\\> \\&lt;b\\&gt; \\[x\\](javascript:alert(1))\n\n" +
      "First  \n\\- item  \n1\\. one  \n\\===  \n-5 % and 2.5\n",
  );
});

it("writes a first question that is the title once, and its follow-up also when it repeats it", () => {
  const [first, again] = [message({ question: "Why?" }), message({ question: "Why?", answer: "So." })];
  expect(writeMarkdown("Why?", [first, again])).toBe("# Why?\n\nBecause.\n\n## Why?\n\nSo.\n");
});

it.each([
  [
    "https://news.example/a> [click](https://evil.example) <b",
    "<https://news.example/a%3E%20[click](https://evil.example)%20%3Cb>",
  ],
  ["javascript:alert(1)", "- Title\n"],
])("keeps the link %s in one piece, or leaves it out", (link, written) => {
  const source = { kind: "news", title: "Title", report_id: null, page: null, link, date: null } as const;
  expect(writeMarkdown("T", [message({ sources: [source] })])).toContain(written);
});
