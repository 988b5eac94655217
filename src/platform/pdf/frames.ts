import type { Writable } from "node:stream";

/**
 * The protocol between the service and its children: two lengths, a head in JSON, a body in bytes. Node's own IPC
 * channel would parse every body on the service's thread; here a body passes through unchanged.
 */
const LENGTHS_BYTES = 8;

export interface Frame {
  head: unknown;
  body: Uint8Array;
}

export interface FrameLimits {
  headBytesMax: number;
  bodyBytesMax: number;
}

/** Everything before the body, so that a long body can be streamed after it. */
export function encodeHead(head: unknown, bodyBytes: number): Buffer {
  const text = JSON.stringify(head);
  const headBytes = Buffer.byteLength(text);
  const encoded = Buffer.allocUnsafe(LENGTHS_BYTES + headBytes);
  encoded.writeUInt32LE(headBytes, 0);
  encoded.writeUInt32LE(bodyBytes, 4);
  encoded.write(text, LENGTHS_BYTES);
  return encoded;
}

/** Writes a whole frame at once: the reader wakes up only once for its head and the beginning of its body. */
export function writeFrame(stream: Writable, { head, body }: Frame): Promise<void> {
  stream.cork();
  const begun = writeBytes(stream, encodeHead(head, body.length));
  const written = body.length > 0 ? writeBytes(stream, body) : begun;
  stream.uncork();
  return Promise.all([begun, written]).then(() => {});
}

/** Resolves once the pipe has accepted the bytes, which provides back-pressure. */
export function writeBytes(stream: Writable, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

/** Reads frames from a stream, no further than requested, so an unread frame stays in the pipe. */
export class FrameSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #limits: FrameLimits;
  #left: Uint8Array = new Uint8Array(0);

  constructor(stream: AsyncIterable<Uint8Array>, limits: FrameLimits) {
    this.#chunks = stream[Symbol.asyncIterator]();
    this.#limits = limits;
  }

  /** Null when the stream ended. */
  async next(): Promise<Frame | null> {
    const opening = await this.nextHead();
    if (opening === null) return null;
    const body = await this.#take(opening.bodyBytes);
    return body === null ? null : { head: opening.head, body };
  }

  /** The head alone; the caller then reads the body with `pour`. */
  async nextHead(): Promise<{ head: unknown; bodyBytes: number } | null> {
    const lengths = await this.#take(LENGTHS_BYTES);
    if (lengths === null) return null;
    const headBytes = lengths.readUInt32LE(0);
    const bodyBytes = lengths.readUInt32LE(4);
    if (headBytes > this.#limits.headBytesMax || bodyBytes > this.#limits.bodyBytesMax) {
      throw new Error(`a frame of ${headBytes} and ${bodyBytes} bytes is larger than allowed`);
    }
    const head = await this.#take(headBytes);
    return head === null ? null : { head: JSON.parse(head.toString()), bodyBytes };
  }

  /** Passes a body on in pieces; returns whether it was complete. */
  async pipeBody(bodyBytes: number, sink: (piece: Uint8Array) => void): Promise<boolean> {
    let missing = bodyBytes;
    while (missing > 0) {
      if (this.#left.length === 0 && !(await this.#fetch())) return false;
      const piece = this.#left.subarray(0, missing);
      this.#left = this.#left.subarray(piece.length);
      missing -= piece.length;
      sink(piece);
    }
    return true;
  }

  async #take(bytes: number): Promise<Buffer | null> {
    const taken = Buffer.allocUnsafe(bytes);
    let filled = 0;
    const whole = await this.pipeBody(bytes, (piece) => {
      taken.set(piece, filled);
      filled += piece.length;
    });
    return whole ? taken : null;
  }

  async #fetch(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (done) return false;
    this.#left = value;
    return true;
  }
}
