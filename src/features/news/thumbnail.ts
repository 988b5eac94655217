import { renderMonogramPng } from "../companies/index.ts";

const NAME_LETTERS_MAX = 80;
const NO_SOURCE = "News";

/**
 * A picture of our own for each publisher. Those that articles name are at foreign addresses, which would learn who
 * reads what.
 */
export function thumbnailUrl(baseUrl: string, source: string | null): string {
  const name = [...(source || NO_SOURCE)].slice(0, NAME_LETTERS_MAX).join("");
  return `${baseUrl}/thumbnails/${encodeURIComponent(name)}.png`;
}

/** The picture at that address; null for a name that no address of ours has. */
export function renderThumbnail(name: string): Buffer | null {
  return name === "" || [...name].length > NAME_LETTERS_MAX ? null : renderMonogramPng(name);
}
