import { ByteWriter, type Writer } from "hyparquet-writer";

/** Passes on and drops each finished row group, so that a file of any size needs the memory of one group. */
export function openPieceWriter(write: (piece: Uint8Array) => Promise<void>): Writer {
  const bytes = new ByteWriter();
  const flushPiece = async () => {
    const piece = bytes.getBytes().slice();
    bytes.index = 0;
    if (piece.length > 0) await write(piece);
  };
  return Object.assign(bytes, { flush: flushPiece, finish: flushPiece });
}
