import type { ComponentProps, ReactNode } from "react";

export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-xl border border-stone-200 bg-white p-5 shadow-xs dark:border-stone-800 dark:bg-stone-900">
      <h2 className="mb-3 text-sm font-semibold text-stone-600 dark:text-stone-300">{title}</h2>
      {children}
    </section>
  );
}

export function Button(props: ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...props}
      className="rounded-lg bg-brand px-4 py-2 text-sm font-medium text-white hover:bg-brand-strong focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-brand disabled:opacity-50"
    />
  );
}

export function Field({ label, ...input }: { label: string } & ComponentProps<"input">) {
  return (
    <label className="block text-sm font-medium">
      {label}
      <input
        {...input}
        className="mt-1 block w-full rounded-lg border border-stone-300 bg-white px-3 py-2 text-sm focus-visible:outline-2 focus-visible:outline-brand dark:border-stone-700 dark:bg-stone-950"
      />
    </label>
  );
}

/** Loading, empty, error and full: every list shows one of the four. */
export function Listing<T>(props: {
  query: { isPending: boolean; error: Error | null; data?: T[] | undefined };
  empty: string;
  children: (items: T[]) => ReactNode;
}) {
  const { isPending, error, data = [] } = props.query;
  if (error) return <Alert text={error.message} />;
  if (isPending) return <p className="animate-pulse text-sm text-stone-500">Loading …</p>;
  if (data.length === 0) return <p className="text-sm text-stone-500 dark:text-stone-400">{props.empty}</p>;
  return props.children(data);
}

export function Alert({ text }: { text: string }) {
  return (
    <p
      role="alert"
      className="rounded-lg bg-red-50 px-3 py-2 text-sm text-red-800 dark:bg-red-950 dark:text-red-200"
    >
      {text}
    </p>
  );
}

export const number = new Intl.NumberFormat();
