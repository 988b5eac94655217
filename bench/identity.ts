/**
 * What it costs to find out who is calling: the time from credential to caller, in the gate, warm and at first sight.
 *
 *   node bench/identity.ts [--seconds 4] [--json FILE]
 */
import {
  authenticateSession,
  type Credentials,
  createKey,
  ensureSigningKey,
  loadOAuth,
  makeAuthenticate,
  openGrants,
} from "../src/features/access/index.ts";
import { createAccount, inviteMember, openPasswords, openSession } from "../src/features/accounts/index.ts";
import type { Database } from "../src/platform/db/index.ts";
import { withDatabase } from "./companies/bench-database.ts";
import { BASE_URL, openMint, present } from "./identity/tokens.ts";
import { readOptions, saveJson } from "./service/options.ts";
import { percentile } from "./service/statistics.ts";

const options = readOptions({ seconds: 4, json: "" });
const ADDRESS = "127.0.0.1";
const FIRST_SIGHTS = 1_000;

interface Line {
  credential: string;
  mean_us: number;
  p50_us: number;
  p99_us: number;
  cpu_us: number;
  calls: number;
}

const lines = await withDatabase(measure);
console.table(lines);
saveJson(options.json, lines);

async function measure(db: Database): Promise<Line[]> {
  await ensureSigningKey(db);
  const accountId = await createAccount(db, "Bench");
  const input = { accountId, email: "bench@example.com", name: "Bench", role: "owner" as const };
  const { memberId } = await inviteMember(db, input);
  const { key } = await createKey(db, { accountId, createdBy: memberId, name: "Bench" });
  const browser = { memberId, methods: ["pwd"], address: ADDRESS, userAgent: "bench", replaces: undefined };
  const { secret } = await openSession(db, browser);
  const { verifier } = (await loadOAuth())({
    db,
    baseUrl: BASE_URL,
    cookieSecret: "bench",
    fetch: null,
    findSignedIn: async () => null,
    errorPage: () => ({ html: "", headers: {} }),
    grants: openGrants(db),
    onError: () => {},
  });
  const authenticate = makeAuthenticate(db, {
    byToken: verifier.authenticate,
    bySession: (given, address) => authenticateSession(db, given, address),
  });
  const makeToken = await openMint(db, memberId);
  const token = await makeToken();
  const fresh = await Promise.all(Array.from({ length: FIRST_SIGHTS }, makeToken));
  const passwords = openPasswords();
  const hash = await passwords.hash("a long enough password");

  const call = (credentials: Credentials) => () => authenticate(credentials);
  const byToken = (value: string) => ({ apiKey: undefined, address: ADDRESS, token: present(value) });
  let seen = 0;
  return [
    await time("API key, warm", call({ apiKey: key, address: ADDRESS })),
    await time("access token, warm", call(byToken(token))),
    await time(
      "access token, first sight",
      () => authenticate(byToken(fresh[seen++ % FIRST_SIGHTS] ?? "")),
      FIRST_SIGHTS,
    ),
    await time("console session", call({ apiKey: undefined, address: ADDRESS, session: secret })),
    await time("password (Argon2id)", () => passwords.verify(hash, "a long enough password"), 20),
  ];
}

/** One after the other, as a single caller would: what each adds to its own call. */
async function time(
  credential: string,
  work: () => Promise<unknown>,
  callsMax = Number.POSITIVE_INFINITY,
): Promise<Line> {
  if (callsMax === Number.POSITIVE_INFINITY) for (let warm = 0; warm < 5_000; warm++) await work();
  const took: number[] = [];
  const cpuBefore = process.cpuUsage();
  const endsAt = performance.now() + options.seconds * 1_000;
  while (took.length < callsMax && performance.now() < endsAt) {
    const startedAt = performance.now();
    await work();
    took.push((performance.now() - startedAt) * 1_000);
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  const round = (value: number) => Math.round(value * 10) / 10;
  return {
    credential,
    mean_us: round(took.reduce((sum, value) => sum + value, 0) / took.length),
    p50_us: percentile(took, 0.5, 1),
    p99_us: percentile(took, 0.99, 1),
    cpu_us: round((user + system) / took.length),
    calls: took.length,
  };
}
