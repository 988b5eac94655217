/** Mail, through the operator's own SMTP server. Without one nothing is sent, and links are had on the command line. */
import { createTransport } from "nodemailer";

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
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  url: string;
  from: string;
}

const TIMEOUT_MILLISECONDS = 15_000;

export function openMailer({ url, from }: MailServer): Mailer {
  const transport = createTransport(url, { from });
  // Set on the options the URL was read into: as query parameters they would be part of the operator's setting.
  Object.assign(transport.options, {
    connectionTimeout: TIMEOUT_MILLISECONDS,
    greetingTimeout: TIMEOUT_MILLISECONDS,
    socketTimeout: TIMEOUT_MILLISECONDS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      await transport.sendMail({ ...mail, from });
    },
    close: () => transport.close(),
  };
}
