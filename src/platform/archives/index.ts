/** Packed files, read as they are unpacked. */
export { openPacked, type PackedFile } from "./open-packed.ts";
