/** Mail through the operator's SMTP server. Without one nothing is sent, and the command line shows the links. */
import { createTransport } from "nodemailer";
import { type MakeBreaker, openBreaker } from "../breaker/index.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  send: (mail: Mail) => Promise<void>;
  close: () => void;
}

export interface MailServer {
  /** `smtp://` or `smtps://`, with user and password if required. */
  url: string;
  from: string;
  makeBreaker?: MakeBreaker | undefined;
}

const TIMEOUT_MILLISECONDS = 15_000;
const FAILURES_MAX = 3;
const PAUSE_MILLISECONDS = 60_000;

export function openMailer({ url, from, makeBreaker = openBreaker }: MailServer): Mailer {
  const breaker = makeBreaker({
    service: "smtp",
    failuresMax: FAILURES_MAX,
    pauseMilliseconds: PAUSE_MILLISECONDS,
    isOutage,
    refuse: (seconds) => new Error(`the mail server does not respond; next attempt in ${seconds} s`),
  });
  const transport = createTransport(url, { from });
  // Set on the parsed options: as query parameters they would be part of the operator's setting.
  Object.assign(transport.options, {
    connectionTimeout: TIMEOUT_MILLISECONDS,
    greetingTimeout: TIMEOUT_MILLISECONDS,
    socketTimeout: TIMEOUT_MILLISECONDS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      await breaker.run(() => transport.sendMail({ ...mail, from }));
    },
    close: () => transport.close(),
  };
}

/** A server that rejects one address or one message responds: only an unreachable server, or 4yz, is an outage. */
function isOutage(error: unknown): boolean {
  const status = error instanceof Error && "responseCode" in error ? Number(error.responseCode) : 0;
  return status < 500;
}
