import { type RefObject, useEffect, useState } from "react";

/** Content this close to the viewport is loaded; the rest keeps its space empty. */
const NEAR = "800px 0px";

/** Whether an element is in or close to the viewport of its scroll container. */
export function useNearViewport(frame: RefObject<HTMLElement | null>): boolean {
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
