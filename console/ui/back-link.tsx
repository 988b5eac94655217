import { ArrowLeft } from "lucide-react";
import { buttonClass } from "./button.tsx";
import { Link } from "./router.tsx";

/** From a single item back to its list. On a phone only an arrow, which leaves room for the other buttons. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} title={label} className={buttonClass("bare")}>
      <ArrowLeft size={15} aria-hidden />
      <span className="max-sm:sr-only">{label}</span>
    </Link>
  );
}
