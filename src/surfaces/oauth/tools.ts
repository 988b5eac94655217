import type { CallLog, Grants, OAuth } from "../../features/access/index.ts";
import type { Passwords } from "../../features/accounts/index.ts";
import type { Database } from "../../platform/db/index.ts";
import type { RateLimiter } from "../../platform/limits/index.ts";
import type { Log } from "../../platform/log/index.ts";
import type { Mailer } from "../../platform/mail/index.ts";
import type { SingleSignOn } from "../../platform/single-sign-on/index.ts";

/** What the surfaces for people need. */
export interface IdentityTools {
  db: Database;
  log: Log;
  callLog: CallLog;
  limiter: RateLimiter;
  rateFactor: number;
  passwords: Passwords;
  mailer: Mailer | null;
  /** What people allowed applications to do. */
  grants: Grants;
  /** Null without an outside OpenID provider. */
  singleSignOn: SingleSignOn | null;
  /** Signs the tokens of forms. */
  formKey: Buffer;
  /** Both are known once the server listens. */
  baseUrl: () => string;
  /** By the Host header of the request. */
  oauth: (host: string | undefined) => OAuth;
}
