import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type ChatService, type Reply, startChatService } from "./chat-service.ts";

/** A question to the general chat, and what must happen. */
interface ChatQuestion {
  set: "ordinary" | "names" | "absent";
  kind: string;
  question: string;
  /** Questions asked before it in the same conversation. */
  earlier?: string[];
  /** The companies the answer may be about; null for any the account has reports of. */
  companies: string[] | null;
  expect: "answer" | "refuse" | "ask_back" | "help";
  /** Parts of a right answer. */
  says?: string[];
}

export interface ChatOutcome {
  set: string;
  kind: string;
  question: string;
  verdict: "right" | "refused" | "wrong" | "other company";
  given: string;
  credits: number;
}

const DEMO_WAIT_SECONDS = 120;
const EXPECTED: Record<ChatQuestion["expect"], readonly string[]> = {
  answer: ["answered", "partly_answered"],
  refuse: ["not_found", "declined"],
  ask_back: ["ask_back"],
  help: ["help"],
};

/** A question over annual reports, most of them for a company or a year that is not there. */
interface ReportQuestion {
  question: string;
}

/** Asks the general chat of a service with the demo data our own questions and, where they are, those of `dataFolder`. */
export async function runChat(folder: string, dataFolder: string): Promise<ChatOutcome[]> {
  const service = await startChatService();
  try {
    await waitForStatements(service);
    const outcomes: ChatOutcome[] = [];
    for (const question of readQuestions(path.join(folder, "chat-questions.jsonl")))
      outcomes.push(judge(question, await ask(service, question)));
    const file = path.join(dataFolder, "annual-reports", "chat-questions.jsonl");
    if (existsSync(file)) outcomes.push(...(await askAbsent(service, file)));
    return outcomes;
  } finally {
    await service.close();
  }
}

/** None of these companies has a report in the demo data, so every figure would be one of something else. */
async function askAbsent(service: ChatService, file: string): Promise<ChatOutcome[]> {
  const outcomes: ChatOutcome[] = [];
  for (const line of readFileSync(file, "utf8").trim().split("\n")) {
    // The shape is the file's own.
    const { question } = JSON.parse(line) as ReportQuestion;
    const expected = {
      set: "absent",
      kind: "absent reports",
      question,
      companies: null,
      expect: "refuse",
    } as const;
    const outcome = judge(expected, await ask(service, expected));
    // Asking back is as good as saying that there is no report.
    outcomes.push(outcome.verdict === "refused" ? { ...outcome, verdict: "right" } : outcome);
  }
  return outcomes;
}

function readQuestions(file: string): ChatQuestion[] {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  // The shape is the file's own.
  return lines.map((line) => JSON.parse(line) as ChatQuestion);
}

/** The statements of the demo reports are read in the background. */
async function waitForStatements(service: ChatService): Promise<void> {
  for (let second = 0; second < DEMO_WAIT_SECONDS; second++) {
    const { data } = await service.post("/v1/financial/screen", { where: "revenue >= revenue" });
    if (data?.companies?.length >= 8) return;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error("the statements of the demo reports were not read in time");
}

/** In a thread, as people ask: the earlier questions are asked first. */
async function ask(service: ChatService, { question, earlier = [] }: ChatQuestion): Promise<Reply> {
  if (earlier.length === 0) {
    const reply = await service.post("/v1/chat/query", { question });
    return reply.data ?? reply;
  }
  const { data: thread } = await service.post("/v1/chat/thread/create", {});
  let reply: Reply;
  for (const one of [...earlier, question])
    reply = await service.post("/v1/chat/thread/ask", { thread_id: thread.thread_id, question: one });
  return reply.data ?? reply;
}

function judge(expected: ChatQuestion, reply: Reply): ChatOutcome {
  const { set, kind, question, earlier = [] } = expected;
  const text = String(reply.answer ?? JSON.stringify(reply));
  return {
    set,
    kind,
    question: [...earlier, question].join(" → "),
    verdict: verdictOf(expected, reply, text),
    given: `[${reply.outcome}, ${reply.shape}] ${text}`,
    credits: reply.credits_used ?? 0,
  };
}

function verdictOf(expected: ChatQuestion, reply: Reply, text: string): ChatOutcome["verdict"] {
  const { companies, says = [] } = expected;
  const found: string[] = (reply.companies ?? []).map(({ svc_entity_id }: Reply) => svc_entity_id);
  if (companies !== null && found.some((id) => !companies.includes(id))) return "other company";
  const isFree = !["ask_back", "help"].includes(expected.expect) || reply.credits_used === 0;
  const hasAll = expected.expect !== "answer" || (companies ?? []).every((id) => found.includes(id));
  const isExpected = EXPECTED[expected.expect].includes(reply.outcome) && isFree && hasAll;
  if (isExpected && says.every((part) => text.includes(part))) return "right";
  return EXPECTED.answer.includes(reply.outcome) ? "wrong" : "refused";
}

export function reportChat(outcomes: readonly ChatOutcome[], misses: boolean): void {
  console.log("\nGeneral chat: our own questions, committed before the code that answers them");
  const groups = [
    ["all", outcomes] as const,
    ...Map.groupBy(outcomes, ({ set }) => set),
    ...Map.groupBy(outcomes, ({ kind }) => kind),
  ];
  console.table(
    groups.map(([questions, list]) => {
      const share = (verdict: ChatOutcome["verdict"]) =>
        (list.filter((one) => one.verdict === verdict).length / list.length).toFixed(2);
      return {
        questions,
        count: list.length,
        right: share("right"),
        refused: share("refused"),
        wrong: share("wrong"),
        "other company": list.filter(({ verdict }) => verdict === "other company").length,
      };
    }),
  );
  if (!misses) return;
  for (const { kind, question, verdict, given } of outcomes)
    if (verdict !== "right") console.log(`\n[${kind}, ${verdict}] ${question}\n  ${given.slice(0, 400)}`);
}
