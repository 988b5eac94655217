import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { CallLog } from "../features/access/index.ts";
import {
  findMember,
  findSignedIn,
  type Member,
  openSession,
  SESSION_SECONDS_MAX,
  type SignedIn,
  signOut,
} from "../features/accounts/index.ts";
import { Failure } from "../kernel/errors.ts";
import type { Database } from "../platform/db/index.ts";
import {
  CLEARED_OAUTH_COOKIES,
  clearCookie,
  FORM_COOKIE,
  readCookie,
  SESSION_COOKIE,
  TICKET_COOKIE,
  writeCookie,
} from "./cookies.ts";

const FORM_SECONDS_MAX = 3_600;
const FORM_SECRET_SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** Signs a browser in under a new secret, whatever cookie it had. */
export async function startSession(
  { db, callLog }: { db: Database; callLog: CallLog },
  exchange: { request: FastifyRequest; reply: FastifyReply },
  who: { memberId: string; methods: string[] },
): Promise<Member> {
  const { request, reply } = exchange;
  const member = await findMember(db, who.memberId);
  if (!member) throw new Failure("sign_in_refused");
  const { secret } = await openSession(db, {
    ...who,
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    replaces: readCookie(request.headers.cookie, SESSION_COOKIE),
  });
  addCookies(reply, [
    writeCookie(SESSION_COOKIE, secret, SESSION_SECONDS_MAX),
    clearCookie(TICKET_COOKIE),
    ...CLEARED_OAUTH_COOKIES,
  ]);
  recordAction(callLog, request, { member, action: "sign_in", status: 200 });
  return member;
}

/** Ends the browser's session; does nothing when there is none. */
export async function endBrowserSession(
  { db, callLog }: { db: Database; callLog: CallLog },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const browser = await findBrowser(db, request);
  const secret = readCookie(request.headers.cookie, SESSION_COOKIE);
  if (secret !== undefined) await signOut(db, secret);
  if (browser) recordAction(callLog, request, { member: browser.member, action: "sign_out", status: 200 });
  addCookies(reply, [clearCookie(SESSION_COOKIE), ...CLEARED_OAUTH_COOKIES]);
}

export function findBrowser(db: Database, request: FastifyRequest): Promise<SignedIn | null> {
  return findSignedIn(db, readCookie(request.headers.cookie, SESSION_COOKIE), request.ip);
}

export function addCookies(reply: FastifyReply, cookies: readonly string[]): void {
  for (const cookie of cookies) reply.header("set-cookie", cookie);
}

/** Console actions are in the same audit trail as every call. */
export function recordAction(
  callLog: CallLog,
  request: FastifyRequest,
  { member, action, status }: { member: Pick<Member, "id" | "account_id">; action: string; status: number },
): void {
  callLog.record({
    account_id: member.account_id,
    at: new Date(),
    request_id: request.id,
    channel: "console",
    operation_id: `console.${action}`,
    key_id: null,
    user_id: member.id,
    client_id: null,
    address: request.ip,
    status,
    error_code: null,
    credits: 0,
    duration_ms: 0,
  });
}

/** A page of another site must not act through a person's browser. */
export function refuseOtherSites(request: FastifyRequest, baseUrl: string): void {
  const { "sec-fetch-site": site, origin } = request.headers;
  // If both are sent, the browser's own verdict counts; programs send neither.
  if (site !== undefined ? site === "same-origin" || site === "none" : isOwn(origin, baseUrl)) return;
  throw new Failure("origin_not_allowed");
}

function isOwn(origin: string | undefined, baseUrl: string): boolean {
  return origin === undefined || origin === new URL(baseUrl).origin;
}

/** The token of a form, bound to this browser and to the form's purpose. */
export function makeFormToken(
  key: Buffer,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  purpose: string,
): string {
  const known = readCookie(exchange.request.headers.cookie, FORM_COOKIE);
  const secret = known && FORM_SECRET_SHAPE.test(known) ? known : randomBytes(32).toString("base64url");
  addCookies(exchange.reply, [writeCookie(FORM_COOKIE, secret, FORM_SECONDS_MAX)]);
  return signForm(key, secret, purpose);
}

export function requireFormToken(
  key: Buffer,
  request: FastifyRequest,
  purpose: string,
  given: unknown,
): void {
  const secret = readCookie(request.headers.cookie, FORM_COOKIE) ?? "";
  const expected = Buffer.from(signForm(key, secret, purpose));
  const presented = Buffer.from(typeof given === "string" ? given : "");
  const isValid = expected.length === presented.length && timingSafeEqual(expected, presented);
  if (!isValid || !FORM_SECRET_SHAPE.test(secret)) throw new Failure("origin_not_allowed");
}

function signForm(key: Buffer, secret: string, purpose: string): string {
  return createHmac("sha256", key).update(`${purpose}\n${secret}`).digest("base64url");
}
