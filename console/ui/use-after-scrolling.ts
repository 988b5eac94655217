import { useEffect, useState } from "react";

/** After so many frames without a scroll event the page is still. Frames, because a busy machine has fewer of them. */
const STILL_FRAMES = 8;

const waiting = new Set<() => void>();
let quietFrames = STILL_FRAMES;

function countFrames(): void {
  if (++quietFrames < STILL_FRAMES) {
    requestAnimationFrame(countFrames);
    return;
  }
  for (const show of waiting) show();
  waiting.clear();
}

function onScroll(): void {
  if (quietFrames >= STILL_FRAMES) requestAnimationFrame(countFrames);
  quietFrames = 0;
}

// Whatever scrolls: an event of an inner element does not bubble, but is captured.
addEventListener("scroll", onScroll, { capture: true, passive: true });

/**
 * Whether to show what is costly. What appears while the page scrolls waits until it is still: rows that only pass by
 * request and decode no image.
 */
export function useAfterScrolling(): boolean {
  const [isShown, setIsShown] = useState(() => quietFrames >= STILL_FRAMES);
  useEffect(() => {
    if (isShown) return undefined;
    const show = () => setIsShown(true);
    // The last frame may have been counted since this was rendered.
    if (quietFrames >= STILL_FRAMES) show();
    waiting.add(show);
    return () => {
      waiting.delete(show);
    };
  }, [isShown]);
  return isShown;
}
