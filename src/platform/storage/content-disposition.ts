import { create } from "content-disposition";

/** Shows a file in the browser, under its name when it is saved (RFC 6266). */
export const contentDisposition = (fileName: string): string => create(fileName, { type: "inline" });
