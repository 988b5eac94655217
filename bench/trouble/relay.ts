import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";
import { Transform } from "node:stream";

/** The least that Linux waits. */
const RETRANSMISSION_MILLISECONDS = 200;

export interface Relay {
  port: number;
  /** From now on connections lead there, and those that led elsewhere are cut. */
  point: (url: string) => void;
  /**
   * The share of pieces that arrive only when they are sent again, as TCP shows the loss of packets: late, with
   * everything behind them.
   */
  loss: number;
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
    socket.pipe(lossy()).pipe(onward).pipe(lossy()).pipe(socket);
    socket.once("close", () => onward.destroy());
    onward.once("close", () => socket.destroy());
  });
  const lossy = () =>
    new Transform({
      transform(piece, _encoding, done) {
        if (Math.random() >= relay.loss) done(null, piece);
        else setTimeout(done, RETRANSMISSION_MILLISECONDS, null, piece);
      },
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
  const relay: Relay = {
    loss: 0,
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
  return relay;
}
