/** Packed files, read as they are unpacked. */
export { openPacked, type PackedFile, readZipMembers } from "./open-packed.ts";
