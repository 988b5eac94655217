import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { finishSignIn, signInWithPassword } from "../../features/accounts/index.ts";
import { readInput } from "../../gate/index.ts";
import { Failure } from "../../kernel/errors.ts";
import {
  addCookies,
  endBrowserSession,
  makeFormToken,
  refuseOtherSites,
  requireFormToken,
  startSession,
} from "../browser-session.ts";
import { readCookie, TICKET_COOKIE, writeCookie } from "../cookies.ts";
import { isLoopbackName } from "./loopback.ts";
import { readNext } from "./next-page.ts";
import { sendPage } from "./pages/layout.ts";
import { codePage, signInPage } from "./pages/sign-in-pages.ts";
import type { IdentityTools } from "./tools.ts";

const TICKET_SECONDS_MAX = 300;

const SignInForm = z.object({
  email: z.string().max(254),
  password: z.string().max(200),
  next: z.string().optional(),
  form_token: z.string().optional(),
});
const CodeForm = z.object({
  code: z.string().max(40),
  next: z.string().optional(),
  form_token: z.string().optional(),
});

export function mountSignOut(scope: FastifyInstance, tools: IdentityTools): void {
  scope.post("/sign-out", async (request, reply) => {
    refuseOtherSites(request, tools.baseUrl());
    await endBrowserSession(tools, { request, reply });
    return reply.redirect("/sign-in", 303);
  });
}

/** Signing in with plain forms, which work without JavaScript. */
export function mountSignIn(scope: FastifyInstance, tools: IdentityTools): void {
  const { db, formKey, passwords } = tools;
  const showSignIn = (
    request: FastifyRequest,
    reply: FastifyReply,
    state: { next: string; email?: string; problem?: string; status?: number },
  ) => {
    const formToken = makeFormToken(formKey, { request, reply }, "sign-in");
    const isInsecure = request.protocol !== "https" && !isLoopbackName(request.hostname);
    const outside = tools.singleSignOn?.name ?? null;
    return sendPage(reply, signInPage({ ...state, formToken, isInsecure, outside }));
  };
  const showCode = (
    request: FastifyRequest,
    reply: FastifyReply,
    state: { next: string; problem?: string; status?: number },
  ) =>
    sendPage(reply, codePage({ ...state, formToken: makeFormToken(formKey, { request, reply }, "sign-in") }));

  scope.get<{ Querystring: { next?: string } }>("/sign-in", (request, reply) =>
    showSignIn(request, reply, { next: readNext(request.query.next) }),
  );

  scope.post("/sign-in", async (request, reply) => {
    const form = readInput(SignInForm, request.body ?? {});
    const next = readNext(form.next);
    refuseOtherSites(request, tools.baseUrl());
    requireFormToken(formKey, request, "sign-in", form.form_token);
    try {
      const given = { email: form.email, password: form.password, address: request.ip };
      const { member, ticket } = await signInWithPassword(db, passwords, given);
      if (ticket !== null) {
        addCookies(reply, [writeCookie(TICKET_COOKIE, ticket, TICKET_SECONDS_MAX)]);
        return await showCode(request, reply, { next });
      }
      await startSession(tools, { request, reply }, { memberId: member.id, methods: ["pwd"] });
    } catch (error) {
      const { message: problem, status } = expected(error, reply);
      return showSignIn(request, reply, { next, email: form.email, problem, status });
    }
    return reply.redirect(next, 303);
  });

  scope.post("/sign-in/code", async (request, reply) => {
    const form = readInput(CodeForm, request.body ?? {});
    const next = readNext(form.next);
    refuseOtherSites(request, tools.baseUrl());
    requireFormToken(formKey, request, "sign-in", form.form_token);
    try {
      const ticket = readCookie(request.headers.cookie, TICKET_COOKIE) ?? "";
      const { memberId, method } = await finishSignIn(db, { ticket, code: form.code });
      await startSession(tools, { request, reply }, { memberId, methods: ["pwd", method] });
    } catch (error) {
      const { message: problem, status } = expected(error, reply);
      return showCode(request, reply, { next, problem, status });
    }
    return reply.redirect(next, 303);
  });
}

/** Errors that a person can fix are shown on the current page; the rest go to the error handler. */
export function expected(error: unknown, reply: FastifyReply): Failure {
  if (!(error instanceof Failure) || error.status >= 500) throw error;
  if (error.retryAfterSeconds !== null) reply.header("retry-after", String(error.retryAfterSeconds));
  return error;
}
