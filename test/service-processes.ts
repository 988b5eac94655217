import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";

/** The processes of the service that this primary started; the shell that watches the database is not one. */
export function listProcesses(primary: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === primary && read(`/proc/${pid}/cmdline`).includes("florin.mjs"));
}

const parentOf = (pid: number) => Number(/^\d+ \(.*\) \S (\d+)/s.exec(read(`/proc/${pid}/stat`))?.[1]);

/** Empty when the process ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Which of these processes holds the other end of a connection on this machine; null when none does yet. */
export function findServing(socket: Socket, pids: readonly number[]): number | null {
  const inode = findInode(socket.remotePort ?? 0, socket.localPort ?? 0);
  return pids.find((pid) => listLinks(pid).includes(`socket:[${inode}]`)) ?? null;
}

function findInode(localPort: number, remotePort: number): string | undefined {
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, "0");
  return read("/proc/net/tcp")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .find(
      ([, local, remote]) => local?.endsWith(`:${hex(localPort)}`) && remote?.endsWith(`:${hex(remotePort)}`),
    )?.[9];
}

function listLinks(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).map((name) => readlinkSync(`${folder}/${name}`));
  } catch {
    return [];
  }
}

export interface OneReply {
  status: number;
  text: string;
}

export interface OneCall {
  /** The connection of this call alone. */
  socket: Promise<Socket>;
  reply: Promise<OneReply>;
}

/** Sends a JSON body, or a GET for null, over a connection that only this call uses, so that it reaches one particular process. */
export function callOnce(url: string, body: unknown, headers: Record<string, string>): OneCall {
  const socket = Promise.withResolvers<Socket>();
  const reply = Promise.withResolvers<OneReply>();
  reply.promise.catch(() => {});
  const sent = httpRequest(
    url,
    {
      method: body === null ? "GET" : "POST",
      agent: new Agent(),
      headers: { "content-type": "application/json", ...headers },
    },
    (response) => readAll(response).then(reply.resolve, reply.reject),
  );
  sent.once("socket", (opened) => {
    if (opened.connecting) opened.once("connect", () => socket.resolve(opened));
    else socket.resolve(opened);
  });
  sent.once("error", (error) => {
    socket.reject(error);
    reply.reject(error);
  });
  sent.end(body === null ? undefined : JSON.stringify(body));
  return { socket: socket.promise, reply: reply.promise };
}

async function readAll(response: IncomingMessage): Promise<OneReply> {
  let text = "";
  for await (const piece of response) text += String(piece);
  return { status: response.statusCode ?? 0, text };
}
