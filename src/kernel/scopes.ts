/** What a credential may be allowed to do, as shown on the consent page. */
export const SCOPES = {
  "reference:read": "Read countries, exchanges, sectors, report types and prices of operations",
  "companies:read": "Look up and screen companies",
  "reports:read": "Search reports and read their files, text and vectors",
  "reports:write": "Upload and delete your own reports",
  "news:read": "Search news",
  "answers:ask": "Ask questions about reports, news and companies",
  "prices:read": "Read end-of-day prices",
  "agents:read": "Read your agent builders and what they produced",
  "agents:write": "Create, change and run your agent builders",
  "account:read": "Read your balance, usage and audit trail",
  "account:write":
    "Change settings of your account, and export and erase everything that you and, for owners, it have stored",
  "keys:read": "List the API keys of your account",
  "keys:write": "Create API keys within its own limits, and rotate and revoke the keys it created",
  "members:read": "List the members of your account",
  "members:write": "Invite and remove members, and change what they may do",
  "sessions:read": "List the devices that are signed in as you",
  "sessions:write": "Sign out your devices",
  "clients:read": "List the applications that act for you",
  "clients:write": "Disconnect applications",
} as const satisfies Record<string, string>;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES = Object.keys(SCOPES) as readonly Scope[];

/** Only for a person in the console: no key and no client can have them. */
const SESSION_ONLY = /^(members|sessions|clients):/;

/** What a key may have. */
export const KEY_SCOPES = ALL_SCOPES.filter((scope) => !SESSION_ONLY.test(scope));

/** Only an owner gives these to a key, by name. */
export const isKeyManagement = (scope: Scope): boolean => scope.startsWith("keys:");

/** What a client may request for a person, and what a key has whose scopes are not named. */
export const COMMON_SCOPES = KEY_SCOPES.filter((scope) => !isKeyManagement(scope));

/** The scopes of a client that requests none: everything except writing. */
export const DEFAULT_SCOPES = COMMON_SCOPES.filter((scope) => !scope.endsWith(":write"));
