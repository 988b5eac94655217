import { type RefObject, useEffect, useState } from "react";

/** What is this near to the window is made ready; the rest keeps its place empty. */
const NEAR = "800px 0px";

/** Whether an element is in sight of its scrolling pages, or soon will be. */
export function useNearness(frame: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { root: element.closest("[data-pages]"), rootMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return isNear;
}
