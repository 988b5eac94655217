/** Structured logs: one JSON object per line, with secrets removed before writing. */
import pino from "pino";

export type Log = pino.Logger;
export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

const SECRETS = [
  "password",
  "*.password",
  "apiKey",
  "*.apiKey",
  'headers["x-api-key"]',
  "headers.authorization",
  "headers.cookie",
  "databaseUrl",
];

/** API keys and the password in a database URL, anywhere in a text. */
const SECRET_TEXTS: readonly [RegExp, string][] = [
  [/flr_live_[0-9A-Za-z]{10,}/g, "flr_live_[redacted]"],
  [/\beyJ[\w-]{10,}\.[\w-]+\.[\w-]*/g, "[token redacted]"],
  [/(smtps?:\/\/[^:@/\s]*):[^@/\s]*@/g, "$1:[redacted]@"],
  [/((?:redis|valkey)s?:\/\/[^:@/\s]*):[^@/\s]*@/g, "$1:[redacted]@"],
  [/(postgres(?:ql)?:\/\/[^:@/\s]*):[^@/\s]*@/g, "$1:[redacted]@"],
];

/** When standard output carries a protocol, the log goes to standard error. */
export function openLog(level: LogLevel, output: "stdout" | "stderr" = "stdout"): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS, censor: "[redacted]" },
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  };
  return pino(options, pino.destination({ dest: output === "stdout" ? 1 : 2, sync: true }));
}

export function redactText(text: string): string {
  return SECRET_TEXTS.reduce((safe, [pattern, replacement]) => safe.replace(pattern, replacement), text);
}

/** Also for error-like objects: the job queue passes plain copies. */
export function describeError(error: unknown): object {
  if (!isErrorLike(error)) return { message: redactText(String(error)) };
  const { name, message, stack = "", cause } = error;
  return {
    name,
    message: redactText(message),
    stack: redactText(stack),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

function isErrorLike(value: unknown): value is Partial<Error> & { message: string } {
  return (
    typeof value === "object" && value !== null && "message" in value && typeof value.message === "string"
  );
}
