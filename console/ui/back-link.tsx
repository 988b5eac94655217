import { ArrowLeft } from "lucide-react";
import { buttonClass } from "./button.tsx";
import { Link } from "./router.tsx";

/** From a single item back to its list. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className={buttonClass("bare")}>
      <ArrowLeft size={15} aria-hidden />
      {label}
    </Link>
  );
}
