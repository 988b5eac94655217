import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Credentials, GateCaller } from "../../features/access/index.ts";
import {
  type ClaimPage,
  type ClaimPageTools,
  findReader,
  isClaimLink,
  type PageRendering,
  renderClaim,
} from "../../features/claims/index.ts";
import { Failure } from "../../kernel/errors.ts";
import { type Html, html, renderDocument, trustedHtml } from "../../kernel/html.ts";
import { TOKENS, TYPEFACE } from "../../kernel/style-tokens.ts";
import { type Viewer, viewerOf } from "../../kernel/viewer.ts";
import { readCookie, SESSION_COOKIE } from "../cookies.ts";
import { MARK } from "../icon.ts";
import { readCredentials } from "../read-credentials.ts";
import { SECURITY_HEADERS } from "../security-headers.ts";

const CLAIM_SHAPE = /^clm_[0-9a-f]{24}$/;

export interface ClaimRouteTools extends ClaimPageTools {
  authenticate: (credentials: Credentials) => Promise<GateCaller>;
  linkKey: Buffer;
  baseUrl: () => string;
}

interface ClaimRequest {
  Params: { claim: string };
  Querystring: { for?: string; expires?: string; signature?: string };
}

/** A page for every claim: the report's page with the number marked. Access is as for the report. */
export function mountClaims(server: FastifyInstance, tools: ClaimRouteTools): void {
  server.get<ClaimRequest>("/c/:claim", async (request, reply) => {
    const { claim } = request.params;
    if (!CLAIM_SHAPE.test(claim)) throw new Failure("claim_not_found");
    const page = await renderClaim(tools, claim, await findViewer(tools, request));
    return reply
      .headers(SECURITY_HEADERS)
      .header(
        "content-security-policy",
        "default-src 'none'; img-src data:; font-src 'self'; style-src 'unsafe-inline'",
      )
      .header("x-request-id", request.id)
      .type("text/html; charset=utf-8")
      .send(printPage(page));
  });
}

/**
 * Who the page is opened for: by the signature of the link, by a credential, or by the console's session.
 * Public reports need none of them.
 */
async function findViewer(
  tools: ClaimRouteTools,
  request: FastifyRequest<ClaimRequest>,
): Promise<Viewer | null> {
  const { for: reader, expires, signature } = request.query;
  if (reader !== undefined && expires !== undefined && signature !== undefined) {
    const parts = { claimId: request.params.claim, reader, expires, signature };
    if (!isClaimLink(tools.linkKey, parts)) throw new Failure("link_invalid");
    return findReader(tools.db, reader);
  }
  const credentials = readCredentials(request, tools.baseUrl());
  const { apiKey, token } = credentials;
  // Opening a page changes nothing, so the cookie alone is enough; it is not sent from pages of other sites.
  const session = credentials.session ?? readCookie(request.headers.cookie, SESSION_COOKIE);
  if (apiKey === undefined && !token && session === undefined) return null;
  const caller = await tools.authenticate({ ...credentials, session });
  // The page shows a report, so it needs the same scope as reading the report.
  if (!caller.scopes.has("reports:read"))
    throw new Failure("scope_missing", {
      detail: "Missing scope: reports:read",
      scopes: [...caller.scopes, "reports:read"],
    });
  return viewerOf(caller);
}

function printPage({ claim, title, drawing, box }: ClaimPage): string {
  const [left, top, right, bottom] = box.map((share) => (share * 100).toFixed(3));
  const value = [
    claim.value?.toLocaleString("en-US") ?? "",
    claim.scale === "one" ? "" : claim.scale,
    claim.unit ?? "",
  ];
  return renderDocument({
    title: `${claim.label || "Claim"} · ${title}`,
    head: html`<style>${trustedHtml(STYLE)}
mark { left: calc(${left}% - 3px); top: calc(${top}% - 2px); width: calc(${right}% - ${left}% + 6px);
  height: calc(${bottom}% - ${top}% + 4px); }
</style>`,
    body: html`<p class="mark">${MARK}Florin</p>
<h1>${title}, page ${claim.page}</h1>
<blockquote>${claim.quote}</blockquote>
<dl>
${claim.value !== null && html`<dt>Value</dt><dd>${value.filter(Boolean).join(" ")}</dd>`}
${claim.period !== null && html`<dt>Period</dt><dd>${claim.period}</dd>`}
<dt>Claim</dt><dd>${claim.claim_id}</dd>
<dt>File fingerprint</dt><dd>SHA-256 ${claim.file_sha256}</dd>
</dl>
<figure>${printRendering(drawing, `Page ${claim.page} of the report`)}<mark aria-label="${claim.quote}"></mark></figure>`,
  });
}

/** The page of the report stays white: it is shown as it was printed. */
const STYLE = `${TOKENS}${TYPEFACE}
body { font: 15px/1.5 var(--font); margin: 0; padding: 2rem 1rem; background: var(--paper); color: var(--ink); }
body > * { max-width: 60rem; margin-inline: auto; }
.mark { display: flex; align-items: center; gap: .6rem; margin-block: 0 1.25rem; font-weight: 600; }
.mark svg { width: 1.75rem; height: 1.75rem; }
h1 { font-size: 1.15rem; margin-block: 0 .25rem; }
blockquote { margin-block: .75rem; padding-left: .75rem; border-left: 3px solid #b8860b; box-sizing: border-box; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; font-size: .9rem; }
dt { color: var(--dim); }
dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
figure { position: relative; margin-block: 1rem; border: 1px solid var(--line); background: #fff; }
figure :is(img, svg) { display: block; width: 100%; }
mark { position: absolute; background: rgb(255 214 0 / 35%); outline: 2px solid #b8860b; print-color-adjust: exact; }
@media print { :root { color-scheme: light; } body { padding: 0; } body > * { max-width: none; } figure { break-inside: avoid; } }`;

function printRendering(drawing: PageRendering, name: string): Html {
  if ("png" in drawing) {
    const data = Buffer.from(drawing.png).toString("base64");
    return html`<img src="data:image/png;base64,${data}" alt="${name}">`;
  }
  const words = drawing.words.map(({ text, box: [x0, y0, x1, y1] }) => {
    const height = y1 - y0;
    return html`<text x="${x0}" y="${y1 - height * DESCENT}" textLength="${x1 - x0}" lengthAdjust="spacingAndGlyphs" font-size="${height}">${text}</text>`;
  });
  return html`<svg viewBox="0 0 ${drawing.width} ${drawing.height}" role="img" aria-label="${name}">${words}</svg>`;
}

/** The share of a line's height below the baseline. */
const DESCENT = 0.22;
