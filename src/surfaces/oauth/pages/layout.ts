import { hash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { type Html, html, renderDocument, trustedHtml } from "../../../kernel/html.ts";
import { MARK } from "../../icon.ts";
import { SECURITY_HEADERS } from "../../security-headers.ts";
import { PASSKEY_SCRIPT } from "./passkey-script.ts";
import { PAGE_STYLE } from "./style.ts";

/** Inlined, so that the page paints as soon as it arrives; the policy allows it by its hash. */
const SHEET = trustedHtml(`<style>${PAGE_STYLE}</style>`);
const allowedByHash = (text: string) => `'sha256-${hash("sha256", text, "base64")}'`;

/** Where a form may lead in the end: browsers apply this to redirects after a form as well. */
export function pageHeaders(formTargets: readonly string[] = []): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'self' ${allowedByHash(PAGE_STYLE)}`,
    `script-src 'self' ${allowedByHash(PASSKEY_SCRIPT)}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    `form-action ${["'self'", ...formTargets].join(" ")}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
  return { ...SECURITY_HEADERS, "content-security-policy": policy };
}

export function renderPage(title: string, content: Html): string {
  return renderDocument({
    title: `${title} · Florin`,
    head: html`<link rel="icon" href="/favicon.ico">
${SHEET}`,
    body: html`<main>
<p class="mark">${MARK}Florin</p>
<div class="card">${content}</div>
</main>`,
  });
}

export interface Page {
  title: string;
  content: Html;
  status?: number;
  formTargets?: readonly string[];
}

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .code(page.status ?? 200)
    .headers(pageHeaders(page.formTargets))
    .header("x-request-id", reply.request.id)
    .type("text/html; charset=utf-8")
    .send(renderPage(page.title, page.content));
}
