import { choosePassword, inviteMember, openPasswords, openSession } from "../src/features/accounts/index.ts";
import { SESSION_COOKIE } from "../src/surfaces/cookies.ts";
import type { TestApp } from "./app.ts";

export const PASSWORD = "correct horse battery";
const passwords = openPasswords();
let people = 0;

export interface TestPerson {
  accountId: string;
  memberId: string;
  email: string;
}

/** A member with a password, of a new account with credits or of one that is there. */
export async function addPerson(
  app: TestApp,
  input: {
    accountId?: string | undefined;
    role?: "owner" | "member" | undefined;
    name?: string | undefined;
  } = {},
): Promise<TestPerson> {
  const accountId = input.accountId ?? (await app.addAccount()).accountId;
  const email = `person${++people}@example.com`;
  const { role = "owner", name = "Person" } = input;
  const { memberId, secret } = await inviteMember(app.db, { accountId, email, name, role });
  await choosePassword(app.db, passwords, { secret, password: PASSWORD });
  return { accountId, memberId, email };
}

/** The headers of a request by a page of the console, for a person who signs in. */
export async function addSession(
  { db }: TestApp,
  { memberId }: Pick<TestPerson, "memberId">,
): Promise<Record<string, string>> {
  const device = { methods: ["pwd"], address: "127.0.0.1", userAgent: "test", replaces: undefined };
  const { secret } = await openSession(db, { memberId, ...device });
  return { "x-florin-console": "1", cookie: `${SESSION_COOKIE}=${secret}` };
}

/** As a browser reads the value of an attribute. */
const unescapeHtml = (text: string) =>
  text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

interface Seen {
  status: number;
  headers: Headers;
  text: string;
  url: URL;
}

/** A browser without a screen: keeps cookies by path, follows redirects, sends forms. Stops where our pages end. */
export class PageVisitor {
  readonly cookies = new Map<string, { value: string; path: string }>();
  readonly pages: string[] = [];
  readonly #base: string;

  constructor(baseUrl: string) {
    this.#base = baseUrl;
  }

  async request(url: string, init: RequestInit = {}): Promise<Seen> {
    const target = new URL(url, this.#base);
    const cookie = [...this.cookies]
      .filter(([, { path }]) => target.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join("; ");
    const headers = { cookie, "sec-fetch-site": "same-origin", ...(init.headers as Record<string, string>) };
    const response = await fetch(target, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return { status: response.status, headers: response.headers, text: await response.text(), url: target };
  }

  /** An operation of the account, as the console's pages call it. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  async call(path: string, body?: object): Promise<any> {
    const headers = { "x-florin-console": "1", ...(body ? { "content-type": "application/json" } : {}) };
    const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
    const { status, text } = await this.request(`/v1/account/${path}`, init);
    return { status, ...JSON.parse(text) };
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split(";");
    const [name = "", ...value] = pair.split("=");
    const path = attributes.find((part) => /^\s*path=/i.test(part))?.split("=")[1] ?? "/";
    const isRemoved = value.join("=") === "" || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line);
    if (isRemoved) this.cookies.delete(name);
    else this.cookies.set(name, { value: value.join("="), path });
  }

  /** Follows redirects; what lies outside the service is returned without being visited. */
  async visit(url: string, init: RequestInit = {}): Promise<Seen> {
    let next = { url, init };
    for (let hop = 0; hop < 15; hop++) {
      const seen = await this.request(next.url, next.init);
      const location = seen.headers.get("location");
      if (seen.status < 300 || seen.status >= 400 || location === null) {
        this.pages.push(seen.text);
        return seen;
      }
      const target = new URL(location, seen.url);
      if (target.origin !== this.#base) return { ...seen, url: target };
      next = { url: target.href, init: {} };
    }
    throw new Error("too many redirects");
  }

  /** Sends the form of a page with its hidden fields and what a person fills in. */
  submit(page: Seen, fields: Record<string, string>): Promise<Seen> {
    const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1];
    if (action === undefined) throw new Error(`no form on the page: ${page.text.slice(0, 300)}`);
    const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const body = new URLSearchParams([
      ...hidden.map(([, name = "", value = ""]) => [name, unescapeHtml(value)]),
      ...Object.entries(fields),
    ]);
    return this.visit(action, { method: "POST", body });
  }

  async signIn(email: string, password = PASSWORD): Promise<Seen> {
    return this.submit(await this.visit("/sign-in"), { email, password });
  }

  /** From an authorization address to the client's: signs in when asked, and allows. */
  async authorize(url: string, email: string, decision = "allow"): Promise<URL> {
    let seen = await this.visit(url);
    if (seen.text.includes('name="password"')) seen = await this.submit(seen, { email, password: PASSWORD });
    if (seen.text.includes('value="allow"')) seen = await this.submit(seen, { decision });
    if (seen.url.origin === this.#base)
      throw new Error(
        `stayed at ${seen.url.pathname} with ${seen.status}: ${seen.text.replace(/<[^>]+>/g, " ").slice(-400)}`,
      );
    return seen.url;
  }
}
