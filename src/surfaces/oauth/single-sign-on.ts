import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { signInWithIdentity } from "../../features/accounts/index.ts";
import { Failure } from "../../kernel/errors.ts";
import {
  type OutsideIdentity,
  SignInChecks,
  type SingleSignOn,
} from "../../platform/single-sign-on/index.ts";
import { addCookies, startSession } from "../browser-session.ts";
import { clearCookie, OUTSIDE_COOKIE, readCookie, writeCookie } from "../cookies.ts";
import { readNext } from "./next-page.ts";
import type { IdentityTools } from "./tools.ts";

const CALLBACK_PATH = "/sign-in/sso/callback";
const AWAY_SECONDS_MAX = 600;

const KeptChecks = SignInChecks.extend({ next: z.string() });

/** Signing in at an outside OpenID provider: there and back again. */
export function mountSingleSignOn(
  scope: FastifyInstance,
  tools: IdentityTools,
  singleSignOn: SingleSignOn,
): void {
  scope.get<{ Querystring: { next?: string } }>("/sign-in/sso", async (request, reply) => {
    const { url, checks } = await singleSignOn
      .start(tools.baseUrl() + CALLBACK_PATH)
      .catch((cause: unknown) => unavailable(tools, cause));
    const kept = JSON.stringify({ ...checks, next: readNext(request.query.next) });
    addCookies(reply, [writeCookie(OUTSIDE_COOKIE, encode(kept), AWAY_SECONDS_MAX)]);
    return reply.redirect(url, 303);
  });

  scope.get(CALLBACK_PATH, async (request, reply) => {
    const kept = KeptChecks.safeParse(decode(readCookie(request.headers.cookie, OUTSIDE_COOKIE)));
    addCookies(reply, [clearCookie(OUTSIDE_COOKIE)]);
    if (!kept.success) throw new Failure("identity_refused", { detail: "It took too long. Sign in again." });
    let identity: OutsideIdentity;
    try {
      identity = await singleSignOn.finish(tools.baseUrl() + request.url, kept.data);
    } catch (cause) {
      tools.log.warn({ err: cause }, "single sign-on");
      throw new Failure("identity_refused", { cause });
    }
    const memberId = await signInWithIdentity(tools.db, identity);
    await startSession(tools, { request, reply }, { memberId, methods: ["sso"] });
    return reply.redirect(readNext(kept.data.next), 303);
  });
}

function unavailable({ log }: IdentityTools, cause: unknown): never {
  log.warn({ err: cause }, "single sign-on");
  throw new Failure("provider_unavailable", { cause });
}

const encode = (text: string) => Buffer.from(text).toString("base64url");

function decode(value: string | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(value ?? "", "base64url").toString());
  } catch {
    return null;
  }
}
