/** Compressed files, read while they are decompressed. */
export { openPacked, type PackedFile, readZipMembers } from "./open-packed.ts";
export { unpackMember } from "./unpack-member.ts";
