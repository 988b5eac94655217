import { createServer } from "node:net";
import { OperatorError } from "../../kernel/operator-error.ts";

interface Address {
  host: string;
  port: number;
}

/** The port to listen on; for 0 a free one, which several processes can then share. */
export async function findPort(address: Address): Promise<number> {
  if (address.port !== 0) return address.port;
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject).listen(0, address.host, resolve);
  });
  const bound = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return bound !== null && typeof bound === "object" ? bound.port : 0;
}

/** Checked before the database is created or opened: an occupied port is the most common mistake on a first start. */
export async function requirePort({ host, port }: Address): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once("error", reject).listen(port, host, resolve);
    });
  } catch (error) {
    refusePort({ host, port }, error as NodeJS.ErrnoException);
  } finally {
    await new Promise((resolve) => probe.close(resolve));
  }
}

export function refusePort({ host, port }: Address, cause: NodeJS.ErrnoException): never {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use. Choose another with --port, or stop the program that uses it.`,
    EACCES: `Port ${port} may not be used by this user. Choose one above 1023 with --port.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine. Choose another with --host.`,
    ENOTFOUND: `${host} is not an address of this machine. Choose another with --host.`,
  };
  const reason = reasons[cause.code ?? ""];
  if (reason === undefined) throw cause;
  throw new OperatorError(reason, { cause });
}
