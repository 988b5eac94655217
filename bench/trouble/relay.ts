import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";

export interface Relay {
  port: number;
  /** From now on connections lead there, and those that led elsewhere are cut. */
  point: (url: string) => void;
  close: () => void;
}

/** What a virtual address or a proxy is to a pair of databases: nodes reach whichever is the primary through it. */
export async function startRelay(url: string): Promise<Relay> {
  let target = url;
  const open = new Set<Socket>();
  const server = net.createServer((socket) => {
    keep(socket);
    const { hostname, port } = new URL(target);
    const onward = net.connect(Number(port), hostname);
    keep(onward);
    socket.pipe(onward).pipe(socket);
    socket.once("close", () => onward.destroy());
    onward.once("close", () => socket.destroy());
  });
  function keep(socket: Socket): void {
    open.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => open.delete(socket));
  }
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    point(next) {
      target = next;
      cut();
    },
    close() {
      cut();
      server.close();
    },
  };
}
