import { readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { type Html, html } from "../../kernel/html.ts";
import { sendPage } from "../oauth/pages/layout.ts";
import { ERROR_PAGE } from "./envelope.ts";

const SOURCE = path.resolve(import.meta.dirname, "../../../docs/errors.md");
const ROW = /^\| `(\w+)` +\| (\d+) +\| (.+?) +\| (.+?) +\|$/gm;

/** Where the `type` of a problem leads: each code with what to do about it, from `docs/errors.md`. */
export function mountErrorPage(server: FastifyInstance): void {
  const rows = [...readFileSync(SOURCE, "utf8").matchAll(ROW)];
  const content = html`<h1>Errors</h1>${rows.map(([, code = "", status, message, advice = ""]) => renderError({ code, status: `${status}`, message: `${message}`, advice }))}`;
  server.get(ERROR_PAGE, (_request, reply) => sendPage(reply, { title: "Errors", content }));
}

function renderError(row: { code: string; status: string; message: string; advice: string }): Html {
  return html`
<section id="${row.code}">
<h2><code>${row.code}</code></h2>
<p>${row.status} · ${row.message}</p>
<p>${renderAdvice(row.advice)}</p>
</section>`;
}

/** Text between backticks is code. */
function renderAdvice(advice: string): Html {
  return advice
    .split("`")
    .map((text, index) => (index % 2 === 0 ? html`${text}` : html`<code>${text}</code>`))
    .reduce((all, part) => html`${all}${part}`, html``);
}
