import {
  Bot,
  Building2,
  Database,
  Eye,
  FileText,
  FlaskConical,
  Gauge,
  type LucideIcon,
  MessageCircleQuestion,
  Newspaper,
  Plug,
  Search,
  Settings,
} from "lucide-react";
import { texts } from "../texts/index.ts";
import { classNames } from "../ui/class-names.ts";
import { Link, usePath } from "../ui/router.tsx";

const { pages } = texts.shell;

export const PLACES: readonly { to: string; name: string; icon: LucideIcon }[] = [
  { to: "/", name: pages.ask, icon: MessageCircleQuestion },
  { to: "/search", name: pages.search, icon: Search },
  { to: "/companies", name: pages.companies, icon: Building2 },
  { to: "/watchlists", name: pages.watchlists, icon: Eye },
  { to: "/reports", name: pages.reports, icon: FileText },
  { to: "/news", name: pages.news, icon: Newspaper },
  { to: "/agents", name: pages.agents, icon: Bot },
  { to: "/overview", name: pages.overview, icon: Gauge },
  { to: "/data", name: pages.data, icon: Database },
  { to: "/try", name: pages.tryIt, icon: FlaskConical },
  { to: "/connect", name: pages.connect, icon: Plug },
  { to: "/settings", name: pages.settings, icon: Settings },
];

export function Navigation({ onFollow }: { onFollow?: () => void }) {
  const path = usePath();
  const isCurrent = (to: string) =>
    to === "/" ? path === "/" || path.startsWith("/ask/") : path === to || path.startsWith(`${to}/`);
  return (
    <nav aria-label={texts.shell.navigation}>
      <ul className="space-y-0.5">
        {PLACES.map(({ to, name, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              onClick={() => onFollow?.()}
              aria-current={isCurrent(to) ? "page" : undefined}
              className={classNames(
                "flex min-h-9 items-center gap-3 rounded-lg px-3 py-1.5 font-medium",
                isCurrent(to) ? "bg-accent-soft text-accent-strong" : "text-dim hover:bg-soft hover:text-ink",
              )}
            >
              <Icon size={17} aria-hidden />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
