import type { ReactNode } from "react";

/** A section with its title, actions and content. */
export function Section({
  about,
  actions,
  children,
}: {
  about: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-2xl text-dim">{about}</p>
        {actions && <div className="flex gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
