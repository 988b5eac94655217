import { renderMonogramPng } from "../companies/index.ts";

const NAME_LENGTH_MAX = 80;
const NO_SOURCE = "News";

/**
 * A generated image for each publisher. Images linked by articles are on foreign hosts, which would learn who reads
 * what.
 */
export function thumbnailUrl(baseUrl: string, source: string | null): string {
  const name = [...(source || NO_SOURCE)].slice(0, NAME_LENGTH_MAX).join("");
  return `${baseUrl}/thumbnails/${encodeURIComponent(name)}.png`;
}

/** The image at that URL; null for a name that no such URL has. */
export function renderThumbnail(name: string): Buffer | null {
  return name === "" || [...name].length > NAME_LENGTH_MAX ? null : renderMonogramPng(name);
}
