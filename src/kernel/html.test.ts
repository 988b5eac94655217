import { describe, expect, it } from "vitest";
import { html, renderDocument, trustedHtml } from "./html.ts";

describe("html", () => {
  it("escapes every value that is not HTML already", () => {
    const name = `<b title="x">'&'</b>`;
    expect(html`<p>${name}</p>${html`<i>${1}</i>`}`.text).toBe(
      "<p>&lt;b title=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/b&gt;</p><i>1</i>",
    );
  });

  it("prints each item of a list on a line of its own and nothing for absent values", () => {
    expect(html`[${[html`<i>a</i>`, "<"]}${null}${undefined}${false}]`.text).toBe("[<i>a</i>\n&lt;]");
  });

  it("escapes the title of a document and keeps its own markup", () => {
    const page = renderDocument({
      title: "</title>",
      head: trustedHtml("<style></style>"),
      body: html`<p></p>`,
    });
    expect(page).toContain("<title>&lt;/title&gt;</title>\n<style></style>");
  });
});
