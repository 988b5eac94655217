import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";
import type { DatabaseAddress } from "../src/platform/db/index.ts";
import { onTestFileEnd } from "./cleanup.ts";
import { urlOf } from "./database-name.ts";

export interface Fault {
  /** Which statement loses its reply: chosen by its text or prepared name, counted from 1 among those that match. */
  statement: RegExp;
  nth?: number;
  /** How long no connection is possible afterwards. */
  outageMilliseconds: number;
}

export interface PostgresProxy {
  address: { url: string };
  /** The statement is executed and committed, its reply is lost, and every connection is cut. Resolves when that happened. */
  loseReply: (fault: Fault) => { happened: Promise<void>; cancel: () => void };
  /** The same, but the statement itself is lost: it never arrives. */
  loseStatement: (fault: Fault) => { happened: Promise<void>; cancel: () => void };
  /** Cuts every connection and refuses new ones for a while. */
  cut: (milliseconds: number) => void;
}

/** A PostgreSQL server between the service and its database that breaks at will. */
export async function startPostgresProxy(target: DatabaseAddress): Promise<PostgresProxy> {
  const connections = new Set<Socket>();
  /** The connections whose replies are withheld until the fault strikes. */
  const silenced = new Set<Socket>();
  let deadUntil = 0;
  let armed: { fault: Fault; left: number; arrives: boolean; happened: () => void } | null = null;

  const cut = (milliseconds: number) => {
    deadUntil = Date.now() + milliseconds;
    for (const socket of connections) socket.destroy();
  };

  /** Whether this statement is the one that is lost, or its reply. */
  const isStruck = (statement: string) => {
    if (!armed?.fault.statement.test(statement)) return false;
    armed.left--;
    return armed.left === 0;
  };

  const strike = ({ fault, happened }: NonNullable<typeof armed>) => {
    armed = null;
    cut(fault.outageMilliseconds);
    happened();
  };

  const arm = (fault: Fault, { arrives }: { arrives: boolean }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    armed = { fault, left: fault.nth ?? 1, arrives, happened: resolve };
    return {
      happened: promise,
      cancel: () => {
        armed = null;
        // Nothing would strike there any more: its user would wait for the reply for ever.
        for (const socket of silenced) socket.destroy();
      },
    };
  };

  const server = net.createServer((client) => {
    if (Date.now() < deadUntil) return void client.destroy();
    const backend = connectTo(target);
    const link = [client, backend] as const;
    let struck = false;
    let tail = Buffer.alloc(0);
    const reader = readStatements((statement) => {
      if (!isStruck(statement)) return;
      struck = true;
      silenced.add(backend);
    });
    for (const socket of link) {
      connections.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        connections.delete(socket);
        silenced.delete(socket);
        for (const other of link) other.destroy();
      });
    }
    client.on("data", (data: Buffer) => {
      reader(data);
      if (struck && armed && !armed.arrives) return strike(armed);
      backend.write(data);
    });
    backend.on("data", (data: Buffer) => {
      if (!struck) return void client.write(data);
      // A message may arrive in pieces.
      tail = Buffer.concat([tail, data]).subarray(-READY_FOR_QUERY_BYTES);
      if ((isReady(tail) || asksForRows(data)) && armed) strike(armed);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFileEnd(() => {
    cut(0);
    server.close();
  });
  return {
    address: { url: throughProxy(target, (server.address() as AddressInfo).port) },
    loseReply: (fault) => arm(fault, { arrives: true }),
    loseStatement: (fault) => arm(fault, { arrives: false }),
    cut,
  };
}

function connectTo(target: DatabaseAddress): Socket {
  if (!("url" in target)) return net.connect({ path: `${target.socketFolder}/.s.PGSQL.5432` });
  const url = new URL(target.url);
  const folder = url.searchParams.get("host");
  if (folder) return net.connect({ path: `${folder}/.s.PGSQL.${url.port || 5432}` });
  return net.connect({ host: url.hostname, port: Number(url.port || 5432) });
}

function throughProxy(target: DatabaseAddress, port: number): string {
  const url = new URL(urlOf(target));
  url.searchParams.delete("host");
  url.host = `127.0.0.1:${port}`;
  return url.href;
}

const READY_FOR_QUERY = [0x5a, 0, 0, 0, 5];
/** With the state of the transaction at its end. */
const READY_FOR_QUERY_BYTES = 6;

/** The server has finished the statement: with a commit, unless it failed. */
function isReady(data: Buffer): boolean {
  return data.subarray(-READY_FOR_QUERY_BYTES, -1).equals(Buffer.from(READY_FOR_QUERY));
}

/** The server waits for the rows of a COPY, and until they arrive no database can be created or dropped. */
function asksForRows(reply: Buffer): boolean {
  return reply[0] === "G".charCodeAt(0);
}

interface Message {
  type: string;
  body: Buffer;
}

/** Calls back with the text or prepared name of each statement a client sends, before it is forwarded. */
function readStatements(onStatement: (statement: string) => void): (data: Buffer) => void {
  const read = splitMessages();
  let described = "";
  return (data) => {
    for (const { type, body } of read(data)) {
      if (type === "Q") onStatement(textOf(body, 0));
      // Parse: name and text; Bind: portal and name. Both precede the Sync that ends the statement.
      if (type === "P" || type === "B") described += ` ${textOf(body, 0)} ${textOf(body, 1)}`;
      if (type !== "S") continue;
      onStatement(described);
      described = "";
    }
  };
}

function splitMessages(): (data: Buffer) => Generator<Message> {
  let rest = Buffer.alloc(0);
  let started = false;
  return function* read(data) {
    rest = Buffer.concat([rest, data]);
    // The first message has no type byte.
    for (let lengthAt = started ? 1 : 0; rest.length >= lengthAt + 4; lengthAt = 1) {
      const end = lengthAt + rest.readUInt32BE(lengthAt);
      if (rest.length < end) return;
      const type = started ? String.fromCharCode(rest[0] ?? 0) : "";
      const body = rest.subarray(lengthAt + 4, end);
      rest = rest.subarray(end);
      started = true;
      yield { type, body };
    }
  };
}

/** The nth zero-terminated text of a message. */
function textOf(body: Buffer, nth: number): string {
  let from = 0;
  for (let skipped = 0; skipped < nth; skipped++) from = body.indexOf(0, from) + 1;
  return body.toString("utf8", from, body.indexOf(0, from));
}
