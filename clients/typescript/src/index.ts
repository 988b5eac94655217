import { type Call, type CallOptions, type ClientOptions, makeCall, send } from "./call.ts";
import * as groups from "./generated/operations.ts";
import type {
  AnswersChatReportAnswer,
  AnswersChatReportInput,
  CompaniesSearchBatchInput,
  Company,
  Event,
  Report,
  ReportsSearchInput,
} from "./generated/types.ts";
import { eachByCursor, eachItem } from "./paging.ts";
import { readEvents, type StreamEvent } from "./stream.ts";

export type { CallFacts, CallOptions, ClientOptions } from "./call.ts";
export { type ErrorCode, FlorinError } from "./errors.ts";
export { VERSION } from "./generated/operations.ts";
export type * from "./generated/types.ts";
export { eachByCursor, eachItem } from "./paging.ts";
export type { StreamEvent } from "./stream.ts";
export { verifyWebhook } from "./webhooks.ts";

class Companies extends groups.Companies {
  /** Every company of a screen, page by page. */
  each(input: CompaniesSearchBatchInput = {}): AsyncGenerator<Company> {
    return eachItem(
      (page) => this.searchBatch(page),
      { limit: 100, ...input },
      ({ companies }) => companies,
    );
  }
}

const CHAT_REPORT = { method: "POST", path: "/v1/chat/chat_report", body: "json", isRaw: false } as const;

class Reports extends groups.Reports {
  readonly #options: ClientOptions;
  readonly #answers: groups.Answers;

  constructor(call: Call, options: ClientOptions) {
    super(call);
    this.#options = options;
    this.#answers = new groups.Answers(call);
  }

  /** Asks one report a question; every number of the answer is a claim with its place on the page. */
  ask(input: AnswersChatReportInput, options?: CallOptions): Promise<AnswersChatReportAnswer> {
    return this.#answers.chatReport(input, options);
  }

  /** The same, with what is happening while you wait; the last event is `answer`. */
  async *askStreaming(input: AnswersChatReportInput, options: CallOptions = {}): AsyncGenerator<StreamEvent> {
    yield* readEvents(
      await send(this.#options, { wire: CHAT_REPORT, input, accept: "text/event-stream", ...options }),
    );
  }

  /** Every report that is found, page by page. */
  each(input: ReportsSearchInput): AsyncGenerator<Report> {
    return eachItem(
      (page) => this.search(page),
      { limit: 50, ...input },
      ({ reports }) => reports,
    );
  }
}

class Events extends groups.Events {
  /** Every event so far, the oldest first. */
  each(input: { agent_id?: string } = {}): AsyncGenerator<Event> {
    return eachByCursor(
      (cursor) => this.list(cursor === null ? input : { ...input, cursor }),
      ({ events, cursor, has_more }) => ({ items: events, next: has_more ? cursor : null }),
    );
  }
}

/** The service, with one member for each group of operations. */
export class Florin extends groups.AllGroups {
  override readonly companies: Companies;
  override readonly events: Events;
  override readonly reports: Reports;

  constructor(options: ClientOptions) {
    const call = makeCall(options);
    super(call);
    this.companies = new Companies(call);
    this.events = new Events(call);
    this.reports = new Reports(call, options);
  }
}
