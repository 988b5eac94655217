import net from "node:net";
import { onTestFileEnd } from "./cleanup.ts";

/** A mail server that stores what it receives, with just enough SMTP for that. */
export async function startSmtpServer(): Promise<{ url: string; mails: string[] }> {
  const mails: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    const answer = converse((mail) => mails.push(mail));
    let waiting = "";
    socket.write("220 test\r\n");
    socket.on("data", (chunk) => {
      const lines = (waiting + chunk.toString()).split("\r\n");
      waiting = lines.pop() ?? "";
      for (const line of lines) socket.write(answer(line));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFileEnd(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return { url: `smtp://127.0.0.1:${typeof address === "object" ? address?.port : 0}?ignoreTLS=true`, mails };
}

/** One SMTP session: the answer to each line. */
function converse(keep: (mail: string) => void): (line: string) => string {
  let mail: string[] | null = null;
  return (line) => {
    if (mail !== null && line !== ".") {
      mail.push(line);
      return "";
    }
    if (mail !== null) keep(decode(mail.join("\n")));
    mail = /^DATA/i.test(line) ? [] : null;
    return mail === null ? "250 ok\r\n" : "354 go on\r\n";
  };
}

/** Joins folded lines, so that the mail can be searched. */
function decode(mail: string): string {
  return mail.replace(/=\n/g, "").replace(/=3D/g, "=");
}
