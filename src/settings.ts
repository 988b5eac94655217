/** Every setting: its name, its values and what it is for. */
import { z } from "zod";

function whole(low: number, high: number) {
  const expected = `expected a whole number from ${low} to ${high}`;
  return z.coerce.number(expected).int(expected).min(low, expected).max(high, expected);
}
const onOff = z.union(
  [
    z.boolean(),
    z.enum(["true", "1", "on"]).transform(() => true),
    z.enum(["false", "0", "off"]).transform(() => false),
  ],
  "expected true or false",
);
const address = z
  .url({ protocol: /^https?$/, error: "expected an http(s) URL" })
  .transform((url) => url.replace(/\/+$/, ""));

/**
 * Each setting's name in the config file; its environment variable is `FLORIN_` plus the name in capitals.
 */
const SETTINGS = {
  data: z.string().min(1).default("data").describe("Folder for the embedded database and files"),
  host: z.string().min(1).default("127.0.0.1").describe("Address to listen on"),
  port: whole(0, 65_535).default(8080).describe("Port to listen on; 0 takes a free one"),
  base_url: address.optional().describe("Public URL of the service, when it runs behind a proxy"),
  database_url: z
    .url({ protocol: /^postgres(ql)?$/, error: "expected a postgres:// URL" })
    .optional()
    .describe("URL of your own PostgreSQL server, instead of the embedded one (also as DATABASE_URL)"),
  database_direct_url: z
    .url({ protocol: /^postgres(ql)?$/, error: "expected a postgres:// URL" })
    .optional()
    .describe(
      "URL of the server itself, when `database_url` is PgBouncer in transaction mode: for listening, locks and commands",
    ),
  database_connections: whole(2, 500).default(10).describe("Maximum number of database connections"),
  database_outage_ms: whole(100, 60_000)
    .default(10_000)
    .describe("How long a paid call waits for an unavailable database before it fails, in milliseconds"),
  database_read_url: z
    .url({ protocol: /^postgres(ql)?$/, error: "expected a postgres:// URL" })
    .optional()
    .describe("A replica that answers reads of companies, prices and facts (also as DATABASE_READ_URL)"),
  backup_before_upgrade: onOff
    .default(true)
    .describe("Save the embedded database to `backups` in the data folder before a new version changes it"),
  redis_url: z
    .url({ protocol: /^(redis|valkey)s?$/, error: "expected a redis:// URL" })
    .transform((url) => url.replace(/^valkey/, "redis"))
    .optional()
    .describe("Redis or Valkey that shares rate limits between nodes (also as REDIS_URL)"),
  work: onOff
    .default(true)
    .describe("Run jobs in the service process; turn off when `florin work` runs them"),
  processes: z
    .literal("auto")
    .or(whole(1, 128))
    .default(1)
    .describe("Processes that answer calls on this port; auto starts one per core, jobs get their own"),
  company_cache_mb: whole(1, 100_000)
    .default(64)
    .describe(
      "Memory of each process for the indexes that find and screen companies, and for what they found, in megabytes",
    ),
  report_cache_mb: whole(1, 100_000)
    .default(128)
    .describe(
      "Memory of each process for opened reports, their vectors and answers already given, in megabytes",
    ),
  calls_at_once: whole(1, 100_000)
    .default(1_000)
    .describe("Maximum number of calls a node runs at the same time"),
  slow_statement_ms: whole(0, 600_000)
    .default(1_000)
    .describe("Log statements slower than this, without their values; 0 logs none"),
  otel_exporter_otlp_endpoint: address
    .optional()
    .describe(
      "OTLP/HTTP collector for traces; without one nothing is traced (also as OTEL_EXPORTER_OTLP_ENDPOINT)",
    ),
  otel_traces_sampler_arg: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe("Share of requests that are traced (also as OTEL_TRACES_SAMPLER_ARG)"),
  ready_file: z
    .string()
    .min(1)
    .optional()
    .describe("JSON file to write the URLs and the demo key to when the service is ready"),
  demo: onOff.default(true).describe("Load the demo data and create the demo account on the first start"),
  log_level: z
    .enum(["debug", "info", "warn", "error", "silent"])
    .default("warn")
    .describe("Minimum log level"),
  rate_factor: z.coerce.number().positive().max(1_000_000).default(1).describe("Multiplies every rate limit"),
  news_live_url: z
    .string()
    .regex(/^https?:\/\/\S+\{keywords\}/, "expected an http(s) URL that contains {keywords}")
    .optional()
    .describe(
      "URL of an additional news provider, with placeholders {keywords}, {start_date}, {end_date}, {language}",
    ),
  api_key: z.string().min(1).optional().describe("API key for `florin call` and `florin mcp`"),
  mcp_confirm_credits: z.coerce
    .number()
    .int()
    .min(0)
    .default(100)
    .describe("AI clients ask for confirmation above this many credits"),
  mcp_origins: z
    .union([
      z.string().transform((text) => text.split(",").map((origin) => origin.trim())),
      z.array(z.string()),
    ])
    .pipe(z.array(z.url({ protocol: /^https?$/, error: "expected origins such as https://app.example.com" })))
    .transform((origins) => origins.map((origin) => new URL(origin).origin))
    .optional()
    .describe("Sites whose pages may call /mcp from a browser, separated by commas"),
  trust_proxy: onOff
    .or(whole(1, 10))
    .default(false)
    .describe("Read the caller's address from X-Forwarded-For: true for one proxy, or how many there are"),
  s3_bucket: z
    .string()
    .min(1)
    .optional()
    .describe("Store files in this S3 bucket instead of the data folder"),
  s3_region: z.string().min(1).default("us-east-1").describe("Region of the bucket"),
  s3_endpoint: address.optional().describe("Endpoint of an S3-compatible store other than Amazon S3"),
  s3_access_key_id: z.string().min(1).optional().describe("Access key of the bucket"),
  s3_secret_access_key: z.string().min(1).optional().describe("Secret key of the bucket"),
  ocr: onOff.default(false).describe("Read scanned pages with OCR; takes seconds of CPU time per page"),
  browser_path: z
    .string()
    .min(1)
    .optional()
    .describe("Chromium executable that prints HTML reports as PDF; found automatically, `off` for none"),
  browser_sandbox: onOff
    .default(true)
    .describe("Use the browser's sandbox; turn off only if the machine does not allow it"),
  language_model: z
    .string()
    .min(1)
    .optional()
    .describe("Language model that phrases answers; without one the built-in reader answers"),
  language_model_provider: z
    .enum(["openai-compatible", "anthropic", "google"])
    .default("openai-compatible")
    .describe("API of the language model; local servers are openai-compatible"),
  language_model_url: address
    .optional()
    .describe("URL of the provider, such as http://127.0.0.1:11434/v1; required for openai-compatible ones"),
  language_model_api_key: z.string().min(1).optional().describe("API key of the provider"),
  language_model_seconds_max: whole(1, 50)
    .default(20)
    .describe("How long to wait for the model before the built-in reader answers"),
  language_model_tokens_max: whole(50, 8_000)
    .default(600)
    .describe("Maximum length of a model answer, in tokens"),
  language_model_context_tokens_max: whole(1_000, 1_000_000)
    .default(12_000)
    .describe("How much of a report the model is given, in tokens: about ten pages by default"),
  language_model_tokens_per_day: whole(0, 1_000_000_000)
    .default(2_000_000)
    .describe("Daily token limit of the model; beyond it the built-in reader answers"),
  smtp_url: z
    .url({ protocol: /^smtps?$/, error: "expected an smtp:// or smtps:// URL" })
    .optional()
    .describe("Mail server for invitations and reset links, with user and password if required"),
  mail_from: z.string().min(3).default("florin@localhost").describe("Sender of mails"),
  sso_issuer: z
    .url({ error: "expected a URL" })
    .refine(
      (url) => /^https:|^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/.test(url),
      "expected an https URL",
    )
    .optional()
    .describe("Issuer URL of an outside OpenID provider that people may sign in with"),
  sso_client_id: z.string().min(1).optional().describe("This service's client id at that provider"),
  sso_client_secret: z.string().min(1).optional().describe("Its client secret there"),
  sso_name: z
    .string()
    .min(1)
    .max(60)
    .default("single sign-on")
    .describe("What people call that provider, on the sign-in page"),
  client_documents: onOff
    .default(true)
    .describe(
      "Allow OAuth clients to identify themselves by a metadata document on the web, which the service fetches",
    ),
  contact: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[ -~]+$/, "expected ASCII characters")
    .optional()
    .describe("Contact address sent to publishers whose data is loaded; the SEC requires one"),
  fetch_local: onOff
    .default(false)
    .describe("Allow loading sources from a server on this machine, such as your own mirror"),
  audit_days: whole(30, 36_500)
    .optional()
    .describe("How many days the audit trail is kept; for ever without it"),
  news_days: whole(7, 36_500)
    .optional()
    .describe("How many days articles are kept, from the day they are dated; for ever without it"),
  body_bytes_max: whole(1_024, 1_073_741_824).default(1_048_576).describe("Largest JSON body accepted"),
} as const;

export const Settings = z
  .strictObject(SETTINGS)
  .refine((settings) => !settings.s3_bucket || (settings.s3_access_key_id && settings.s3_secret_access_key), {
    path: ["s3_bucket"],
    error: "needs s3_access_key_id and s3_secret_access_key too",
  })
  .refine(
    ({ sso_issuer, sso_client_id, sso_client_secret }) => !sso_issuer || (sso_client_id && sso_client_secret),
    { path: ["sso_issuer"], error: "needs sso_client_id and sso_client_secret too" },
  )
  .refine(
    ({ language_model, language_model_provider, language_model_url }) =>
      !language_model || language_model_provider !== "openai-compatible" || language_model_url,
    { path: ["language_model"], error: "needs language_model_url too" },
  );
export type Config = Readonly<z.output<typeof Settings>>;

export interface SettingDescription {
  name: string;
  description: string;
  /** A boolean setting. */
  isSwitch: boolean;
  /** Null when there is no default. */
  shownDefault: string | null;
}

/** Every setting, for the command line and its help. */
export function listSettings(): SettingDescription[] {
  return Object.entries(SETTINGS).map(([name, schema]) => {
    const missing = schema.safeParse(undefined);
    return {
      name,
      description: schema.description ?? "",
      isSwitch: schema.safeParse("off").success && schema.safeParse(false).success,
      shownDefault: missing.success && missing.data !== undefined ? String(missing.data) : null,
    };
  });
}
