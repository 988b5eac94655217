import type { z } from "zod";
import type { Catalog } from "../../src/catalog.ts";
import { readEvents } from "./read-events.ts";
import { request, send } from "./request.ts";

type AnyOperation = Catalog[number];
type Id = AnyOperation["id"];
type OperationOf<I extends Id> = Extract<AnyOperation, { id: I }>;
export type InputOf<I extends Id> = z.input<OperationOf<I>["input"]>;
export type OutputOf<I extends Id> = z.output<OperationOf<I>["output"]>;

/** The route of each operation. A misspelt id, method or path does not compile. */
const ROUTES = {
  "account.balance": ["GET", "/v1/account/balance"],
  "account.usage": ["GET", "/v1/account/usage"],
  "account.audit": ["GET", "/v1/account/audit"],
  "account.export": ["GET", "/v1/account/export"],
  "account.export_person": ["GET", "/v1/account/person/export"],
  "account.ledger": ["GET", "/v1/account/ledger"],
  "account.verify_ledger": ["POST", "/v1/account/ledger/verify"],
  "account.language_model": ["GET", "/v1/account/language_model"],
  "account.language_models": ["GET", "/v1/account/language_model/list"],
  "account.switch_language_model": ["POST", "/v1/account/language_model/switch"],
  "account.retention": ["GET", "/v1/account/retention"],
  "account.remove_member": ["POST", "/v1/account/member/remove"],
  "account.erase": ["POST", "/v1/account/erase"],
  "agents.list": ["GET", "/v1/agent_builder/list"],
  "agents.outputs": ["POST", "/v1/agent_builder/outputs"],
  "agents.artifact": ["GET", "/v1/agent_builder/artifact"],
  "agents.revoke": ["POST", "/v1/agent_builder/artifact/revoke"],
  "agents.create": ["POST", "/v1/agent_builder/create"],
  "agents.update": ["POST", "/v1/agent_builder/update"],
  "agents.deactivate": ["POST", "/v1/agent_builder/deactivate"],
  "agents.copy": ["POST", "/v1/agent_builder/copy"],
  "agents.try": ["POST", "/v1/agent_builder/try"],
  "agents.templates": ["GET", "/v1/agent_builder/templates"],
  "agents.quote": ["POST", "/v1/agent_builder/quote"],
  "agents.run": ["POST", "/v1/agent_builder/run"],
  "agents.runs": ["GET", "/v1/agent_builder/runs"],
  "agents.cancel": ["POST", "/v1/agent_builder/run/cancel"],
  "agents.subscribe": ["POST", "/v1/agent_builder/subscription/create"],
  "agents.subscription_update": ["POST", "/v1/agent_builder/subscription/update"],
  "agents.unsubscribe": ["POST", "/v1/agent_builder/subscription/delete"],
  "agents.subscriptions": ["GET", "/v1/agent_builder/subscription/list"],
  "agents.schedule": ["GET", "/v1/agent_builder/schedule"],
  "answers.chat_report": ["POST", "/v1/chat/chat_report"],
  "clients.list": ["GET", "/v1/account/client/list"],
  "clients.disconnect": ["POST", "/v1/account/client/disconnect"],
  "companies.search": ["POST", "/v1/company_report/company_search"],
  "companies.search_batch": ["POST", "/v1/company_report/company_search_batch"],
  "companies.sources": ["POST", "/v1/company_report/company_sources"],
  "events.webhooks": ["GET", "/v1/webhook/list"],
  "events.webhook_create": ["POST", "/v1/webhook/create"],
  "events.webhook_update": ["POST", "/v1/webhook/update"],
  "events.webhook_delete": ["POST", "/v1/webhook/delete"],
  "events.deliveries": ["GET", "/v1/webhook/deliveries"],
  "events.redeliver": ["POST", "/v1/webhook/redeliver"],
  "exports.create": ["POST", "/v1/export/create"],
  "exports.list": ["GET", "/v1/export/list"],
  "events.list": ["GET", "/v1/events"],
  "facts.list": ["POST", "/v1/fact/list"],
  "financials.statements": ["POST", "/v1/financial/statements"],
  "ingest.coverage": ["GET", "/v1/source/coverage"],
  "ingest.news": ["GET", "/v1/source/news"],
  "ingest.sources": ["GET", "/v1/source/health"],
  "keys.list": ["GET", "/v1/account/key/list"],
  "keys.create": ["POST", "/v1/account/key/create"],
  "keys.rotate": ["POST", "/v1/account/key/rotate"],
  "keys.revoke": ["POST", "/v1/account/key/revoke"],
  "members.list": ["GET", "/v1/account/member/list"],
  "members.invite": ["POST", "/v1/account/member/invite"],
  "members.change_role": ["POST", "/v1/account/member/role"],
  "members.reset_link": ["POST", "/v1/account/member/reset_link"],
  "news.search": ["POST", "/v1/news/web_news"],
  "news.chat": ["POST", "/v1/news/web_news_chat"],
  "parser.result": ["POST", "/v1/parser/result"],
  "prices.eod_price": ["POST", "/v1/price/eod_price"],
  "prices.market_cap": ["POST", "/v1/price/market_cap"],
  "reference.countries": ["GET", "/v1/constant/countries"],
  "reference.exchanges": ["GET", "/v1/constant/exchanges"],
  "reference.sectors": ["GET", "/v1/constant/sectors"],
  "reference.report_types": ["GET", "/v1/constant/report_type_list"],
  "reports.search": ["POST", "/v1/company_report/report_search"],
  "reports.certificate": ["GET", "/v1/company_report/certificate"],
  "reports.file_list": ["POST", "/v1/company_report/file_list"],
  "reports.pages": ["POST", "/v1/company_report/pages"],
  "reports.page_image": ["POST", "/v1/company_report/page_image"],
  "reports.share": ["POST", "/v1/company_report/share"],
  "reports.sharing": ["GET", "/v1/company_report/sharing"],
  "reports.delete": ["DELETE", "/v1/company_report/upload"],
  "search.passages": ["POST", "/v1/search/passages"],
  "search.saved": ["GET", "/v1/search/saved/list"],
  "search.save": ["POST", "/v1/search/saved/create"],
  "search.update": ["POST", "/v1/search/saved/update"],
  "search.delete": ["POST", "/v1/search/saved/delete"],
  "sessions.list": ["GET", "/v1/account/session/list"],
  "sessions.end": ["POST", "/v1/account/session/end"],
  "sessions.end_others": ["POST", "/v1/account/session/end_others"],
  "tasks.get": ["GET", "/v1/task/get"],
  "threads.list": ["GET", "/v1/chat/thread/list"],
  "threads.get": ["GET", "/v1/chat/thread/get"],
  "threads.create": ["POST", "/v1/chat/thread/create"],
  "threads.ask": ["POST", "/v1/chat/thread/ask"],
  "threads.update": ["POST", "/v1/chat/thread/update"],
  "threads.delete": ["POST", "/v1/chat/thread/delete"],
  "threads.export": ["GET", "/v1/chat/thread/export"],
  "watchlists.list": ["GET", "/v1/watchlist/list"],
  "watchlists.get": ["POST", "/v1/watchlist/get"],
  "watchlists.updates": ["GET", "/v1/watchlist/updates"],
  "watchlists.create": ["POST", "/v1/watchlist/create"],
  "watchlists.update": ["POST", "/v1/watchlist/update"],
  "watchlists.add": ["POST", "/v1/watchlist/add"],
  "watchlists.remove": ["POST", "/v1/watchlist/remove"],
  "watchlists.delete": ["POST", "/v1/watchlist/delete"],
} as const satisfies Partial<{
  [I in Id]: readonly [OperationOf<I>["rest"]["method"], OperationOf<I>["rest"]["path"]];
}>;

export type OperationId = keyof typeof ROUTES;

/** Calls an operation as the signed-in user. */
export async function call<I extends OperationId>(
  id: I,
  input: InputOf<I>,
  signal?: AbortSignal,
): Promise<OutputOf<I>> {
  const [method, path] = ROUTES[id];
  // Every operation's input is a Zod object; the compiler does not see it through the generic.
  const { data } = await request(method, path, input as object, { signal });
  // The server parsed its response with the schema this type is derived from.
  return data as OutputOf<I>;
}

/** Calls an operation that reports its progress while it works. */
export async function callWithProgress<I extends "threads.ask">(
  id: I,
  input: InputOf<I>,
  onProgress: (about: string) => void,
): Promise<OutputOf<I>> {
  const [method, path] = ROUTES[id];
  const headers = { "content-type": "application/json", accept: "text/event-stream" };
  const { data } = await send(path, { method, headers, body: JSON.stringify(input) }, (response) =>
    readEvents(response, onProgress),
  );
  // The server parsed its response with the schema this type is derived from.
  return data as OutputOf<I>;
}
