import type { PageFetch } from "./fetch-page.ts";

/** Whether a site allows fetching a URL (RFC 9309). */
export type Robots = (url: string, signal?: AbortSignal) => Promise<boolean>;

interface Rules {
  mayFetch: (path: string) => boolean;
  until: number;
}

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
  pattern: string;
}

/** The rules for a product, or those for everyone. The longest matching rule decides; `allow` wins a tie. */
export function readRobots(text: string, product: string): (path: string) => boolean {
  const groups = readGroups(text);
  const rules = groups.get(product.toLowerCase()) ?? groups.get("*") ?? [];
  return (path) => decide(rules, path);
}

interface Line {
  name: string;
  value: string;
}

function readLines(text: string): Line[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, name, value = ""] = /^\s*([\w-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name: name.toLowerCase(), value }];
  });
}

/** Several agents may precede one list of rules; an agent after rules starts a new group. */
function readGroups(text: string): Map<string, Rule[]> {
  const groups = new Map<string, Rule[]>();
  let agents: string[] = [];
  let inRules = false;
  for (const { name, value } of readLines(text).filter(({ name }) =>
    /^(?:user-agent|(?:dis)?allow)$/.test(name),
  )) {
    const isAgent = name === "user-agent";
    if (isAgent && inRules) agents = [];
    if (isAgent) agents.push(value.toLowerCase());
    inRules = !isAgent;
    const rules = isAgent || value === "" ? [] : [{ allow: name === "allow", pattern: value }];
    for (const agent of agents) groups.set(agent, [...(groups.get(agent) ?? []), ...rules]);
  }
  return groups;
}

function decide(rules: readonly Rule[], path: string): boolean {
  const [best] = rules
    .filter(({ pattern }) => matches(pattern, path))
    .sort((a, b) => b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow));
  return best?.allow ?? true;
}

/** `*` matches anything, `$` the end; without backtracking, since the pattern is untrusted. */
function matches(pattern: string, path: string): boolean {
  const toEnd = pattern.endsWith("$");
  const [start = "", ...parts] = (toEnd ? pattern.slice(0, -1) : pattern).split("*");
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
