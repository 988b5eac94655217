import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import tls, { type TLSSocket } from "node:tls";

export interface TlsFront {
  url: string;
  /** What nodes must trust. */
  authorityFile: string;
  /** From now on connections get a certificate that is valid, or one that ended yesterday; open ones are cut. */
  present: (certificate: "valid" | "expired") => void;
  close: () => void;
}

/** HTTPS in front of a server without; null where there is no openssl to make certificates with. */
export async function startTlsFront(target: string, folder: string): Promise<TlsFront | null> {
  const certificates = makeCertificates(folder);
  if (!certificates) return null;
  const open = new Set<TLSSocket>();
  const { hostname, port } = new URL(target);
  const server = tls.createServer(certificates.valid, (socket) => {
    open.add(socket);
    const onward = net.connect(Number(port), hostname);
    socket.pipe(onward).pipe(socket);
    for (const end of [socket, onward])
      end
        .on("error", () => {})
        .once("close", () => {
          socket.destroy();
          onward.destroy();
          open.delete(socket);
        });
  });
  server.on("tlsClientError", () => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authorityFile: certificates.authorityFile,
    present(certificate) {
      server.setSecureContext(certificates[certificate]);
      for (const socket of open) socket.destroy();
    },
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

function makeCertificates(folder: string) {
  mkdirSync(folder);
  const at = (name: string) => path.join(folder, name);
  const openssl = (...line: string[]) => execFileSync("/usr/bin/openssl", line, { stdio: "ignore" });
  try {
    const key = ["-newkey", "rsa:2048", "-nodes"];
    openssl(
      "req",
      "-x509",
      ...key,
      "-keyout",
      at("ca.key"),
      "-out",
      at("ca.pem"),
      "-subj",
      "/CN=trouble",
      "-days",
      "2",
    );
    openssl("req", ...key, "-keyout", at("key.pem"), "-out", at("request"), "-subj", "/CN=127.0.0.1");
    writeFileSync(at("extensions"), "subjectAltName=IP:127.0.0.1");
    const sign = (name: string, days: string) => {
      const authority = [
        "-CA",
        at("ca.pem"),
        "-CAkey",
        at("ca.key"),
        "-CAcreateserial",
        "-extfile",
        at("extensions"),
      ];
      openssl("x509", "-req", "-in", at("request"), ...authority, "-days", days, "-out", at(name));
      return { key: readFileSync(at("key.pem")), cert: readFileSync(at(name)) };
    };
    return { authorityFile: at("ca.pem"), valid: sign("valid.pem", "2"), expired: sign("expired.pem", "-1") };
  } catch {
    return null;
  }
}
