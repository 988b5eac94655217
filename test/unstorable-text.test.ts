import { describe, expect, it } from "vitest";
import { startTestApp } from "./app.ts";
import { addPerson, PASSWORD, PageVisitor } from "./person.ts";

const app = await startTestApp({ rate_factor: 1_000 });
const { email } = await addPerson(app);

interface ConsoleAction {
  method: string;
  path: string;
  input: { properties?: Record<string, unknown> };
}

const { actions } = (await app.call("GET", "/console/api")).json as { actions: ConsoleAction[] };
const BAD = ["a\0b", "a\ud800b"];

/** Requests with one field that cannot be stored, where the action takes it: in the path, the query or the body. */
function badRequests({ method, path }: ConsoleAction, field: string): { url: string; init: RequestInit }[] {
  const headers = { "x-florin-console": "1", "content-type": "application/json" };
  const fill = (bad: string) =>
    path.replace(/:(\w+)/g, (_, name) => (name === field ? encodeURIComponent(bad) : "x"));
  // A lone surrogate cannot be written in an address.
  const [nul = ""] = BAD;
  if (path.includes(`:${field}`)) return [{ url: fill(nul), init: { method, headers } }];
  if (method === "GET")
    return [{ url: `${path}?${new URLSearchParams({ [field]: nul })}`, init: { method, headers } }];
  return BAD.map((bad) => ({
    url: fill("x"),
    init: { method, headers, body: JSON.stringify({ [field]: bad }) },
  }));
}

describe("text that no column can store", () => {
  it("is refused by every action of the console, in paths and in every field, with its own form of error", async () => {
    const visitor = new PageVisitor(app.baseUrl);
    await visitor.signIn(email);
    expect(actions.length).toBeGreaterThan(10);
    for (const action of actions)
      for (const field of Object.keys(action.input.properties ?? {}))
        for (const { url, init } of badRequests(action, field)) {
          const seen = await visitor.request(url, init);
          expect([url, field, seen.status]).toEqual([url, field, expect.toSatisfy(isRefusal)]);
          expect(JSON.parse(seen.text).status_code).toBe(seen.status);
        }
  });

  it("is refused by the authorization server as its protocol says", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    for (const path of ["token", "revoke", "introspect"]) {
      const reply = await app.call("POST", `/oauth/${path}`, {
        headers: form,
        body: "client_id=a%00b&token=x",
      });
      expect([path, reply.status, reply.json.error]).toEqual([path, 422, "invalid_request"]);
    }
    for (const client_name of BAD) {
      const reply = await app.call("POST", "/oauth/register", {
        body: { client_name, redirect_uris: ["https://client.example/back"] },
      });
      expect([reply.status, reply.json.error]).toEqual([422, "invalid_request"]);
    }
    expect((await app.call("GET", "/oauth/authorize?client_id=a%00b")).status).toBe(422);
    expect((await app.call("GET", "/oauth/interaction/a%00b")).status).toBe(422);
  });

  it("is refused with a page by the forms for people, and so is a form without its fields", async () => {
    for (const path of ["/sign-in", "/sign-in/code", "/forgot", "/set-up/x", "/join/x", "/reset/x"])
      for (const fields of [{}, { email: "a\0b", password: "x", code: "a\0b", name: "a\0b" }]) {
        const body = new URLSearchParams(fields as Record<string, string>).toString();
        const headers = { "content-type": "application/x-www-form-urlencoded" };
        const reply = await app.call("POST", path, { headers, body });
        expect([path, body, reply.status]).toEqual([path, body, expect.toSatisfy(isRefusal)]);
        expect(reply.headers.get("content-type")).toContain("text/html");
      }
  });

  it("is refused in every address that carries an id", async () => {
    for (const path of ["/c/%00", "/r/%00", "/feeds/%00/%00", "/files/%00/%00", "/join/%00", "/reset/%00"])
      expect([path, (await app.call("GET", path)).status]).toEqual([path, expect.toSatisfy(isRefusal)]);
  });

  it("is refused before the caller is authenticated", async () => {
    const headers = { "x-florin-console": "1" };
    const body = { email: "a\0b", password: PASSWORD };
    const reply = await app.call("POST", "/console/api/sign_in", { headers, body });
    expect([reply.status, reply.json.detail]).toEqual([422, expect.stringContaining("email")]);
  });
});

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500;
}
