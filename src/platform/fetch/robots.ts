import type { PageFetch } from "./fetch-page.ts";

/** Whether a site allows fetching a URL (RFC 9309). */
export type Robots = (url: string, signal?: AbortSignal) => Promise<boolean>;

interface Rules {
  mayFetch: (path: string) => boolean;
  until: number;
}

const EVERYONE = "*";
const CACHE_MILLISECONDS = 24 * 3_600_000;
/** For a site that is down: it may be back soon. */
const FAILURE_CACHE_MILLISECONDS = 10 * 60_000;
const SITES_MAX = 5_000;
const BYTES_MAX = 500 * 1_024;

/**
 * Reads each site's rules once a day. A site without rules allows everything; one that responds with an error allows
 * nothing until it is asked again, minutes later.
 */
export function makeRobots(fetch: PageFetch, product: string, now: () => number = Date.now): Robots {
  const known = new Map<string, Rules>();
  return async (address, signal) => {
    const url = new URL(address);
    let rules = known.get(url.origin);
    if (rules === undefined || rules.until < now()) {
      const { mayFetch, cacheMilliseconds } = await readSite(fetch, url.origin, { product, signal });
      rules = { mayFetch, until: now() + cacheMilliseconds };
      if (known.size >= SITES_MAX) known.clear();
      known.set(url.origin, rules);
    }
    return rules.mayFetch(url.pathname + url.search);
  };
}

async function readSite(
  fetch: PageFetch,
  origin: string,
  { product, signal }: { product: string; signal: AbortSignal | undefined },
): Promise<{ mayFetch: Rules["mayFetch"]; cacheMilliseconds: number }> {
  const page = await fetch(`${origin}/robots.txt`, {
    bytesMax: BYTES_MAX,
    secondsMax: 20,
    ...(signal ? { signal } : {}),
  });
  if (page.status >= 500) return { mayFetch: () => false, cacheMilliseconds: FAILURE_CACHE_MILLISECONDS };
  const mayFetch = page.status >= 400 ? () => true : readRobots(page.body.toString("utf8"), product);
  return { mayFetch, cacheMilliseconds: CACHE_MILLISECONDS };
}

interface Rule {
  allow: boolean;
  /** The pattern before its first `*`, and what must follow, in this order. */
  start: string;
  parts: string[];
  /** Whether the pattern ends where the path does. */
  toEnd: boolean;
  length: number;
}

/** The rules for a product, or those for everyone. The longest matching rule decides; `allow` wins a tie. */
export function readRobots(text: string, product: string): (path: string) => boolean {
  const groups = readGroups(text);
  const groupsOf = (agent: string) => groups.filter(({ agents }) => agents.has(agent));
  const ours = groupsOf(product.toLowerCase());
  const rules = (ours.length > 0 ? ours : groupsOf(EVERYONE))
    .flatMap((group) => group.rules)
    .sort((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow));
  return (path) => {
    const encoded = encode(path);
    return rules.find((rule) => matches(rule, encoded))?.allow ?? true;
  };
}

interface Group {
  agents: Set<string>;
  rules: Rule[];
}

/** Several agents may precede one list of rules; an agent after rules starts a new group. */
function readGroups(text: string): Group[] {
  const groups: Group[] = [];
  let inRules = true;
  for (const [name, value] of text.split(/\r\n?|\n/).map(readLine)) {
    if (name === "user-agent") {
      if (inRules) groups.push({ agents: new Set(), rules: [] });
      inRules = false;
      groups.at(-1)?.agents.add(readAgent(value));
    } else if (name === "allow" || name === "disallow") {
      inRules = true;
      if (value !== "") groups.at(-1)?.rules.push(readRule(name === "allow", value));
    }
  }
  return groups;
}

/** The name without a version. */
const readAgent = (value: string) => /^(?:\*|[a-z_-]+)/.exec(value.toLowerCase())?.[0] ?? "";

function readLine(line: string): [name: string, value: string] {
  const [text = ""] = line.split("#", 1);
  const colon = text.indexOf(":");
  return colon < 0 ? ["", ""] : [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()];
}

function readRule(allow: boolean, pattern: string): Rule {
  const toEnd = pattern.endsWith("$");
  const pieces = (toEnd ? pattern.slice(0, -1) : pattern).split("*").map(encode);
  const [start = "", ...parts] = pieces;
  return { allow, start, parts, toEnd, length: pieces.join("*").length + Number(toEnd) };
}

/** Paths are compared in one spelling: `/é`, `/%c3%a9` and `/%C3%A9` are the same, and so are `/a` and `/%61`. */
function encode(path: string): string {
  return encodeURI(path.toWellFormed())
    .replaceAll("%25", "%")
    .replaceAll("$", "%24")
    .replaceAll("*", "%2A")
    .replace(/%[\da-f]{2}/gi, (octet) => {
      const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : octet.toUpperCase();
    });
}

/** `*` matches anything, `$` the end; without backtracking, since the pattern is untrusted. */
function matches({ start, parts, toEnd }: Rule, path: string): boolean {
  if (!path.startsWith(start)) return false;
  let at = start.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  const last = parts.at(-1) ?? start;
  return !toEnd || (parts.length > 0 ? path.endsWith(last) : path.length === at);
}
