import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const USER_PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

/** A passkey in software: what a phone or a security key would answer, for tests without either. */
export class Authenticator {
  readonly #key = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #id = randomBytes(32);
  readonly #host: string;
  #count = 0;

  constructor(host: string) {
    this.#host = host;
  }

  create(challenge: string, origin: string) {
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(this.#data(true))],
      ]) as never, // the helper's type knows fewer values than CBOR has
    );
    const response = {
      clientDataJSON: clientData("webauthn.create", challenge, origin),
      attestationObject: Buffer.from(attestation).toString("base64url"),
      transports: ["internal"],
    };
    return { ...this.#frame(), response };
  }

  get(challenge: string, origin: string) {
    const clientDataJSON = clientData("webauthn.get", challenge, origin);
    const data = this.#data(false);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, "base64url"))]);
    const response = {
      clientDataJSON,
      authenticatorData: data.toString("base64url"),
      signature: createSign("SHA256").update(signed).sign(this.#key.privateKey).toString("base64url"),
    };
    return { ...this.#frame(), response };
  }

  #frame() {
    const id = this.#id.toString("base64url");
    return { id, rawId: id, type: "public-key", clientExtensionResults: {} };
  }

  #data(withCredential: boolean): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.#count);
    const flags = Buffer.from([USER_PRESENT_AND_VERIFIED | (withCredential ? WITH_CREDENTIAL : 0)]);
    const head = Buffer.concat([sha256(this.#host), flags, counter]);
    if (!withCredential) return head;
    const { x = "", y = "" } = this.#key.publicKey.export({ format: "jwk" });
    const cose = isoCBOR.encode(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]) as never, // as above
    );
    return Buffer.concat([head, Buffer.alloc(16), Buffer.from([0, 32]), this.#id, Buffer.from(cose)]);
  }
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString("base64url");
}
