import { type ComponentType, useEffect } from "react";
import type { PageProps } from "../../shell/pages.tsx";
import { texts } from "../../texts/index.ts";
import { classNames } from "../../ui/class-names.ts";
import { Link, navigate } from "../../ui/router.tsx";
import { Page } from "../../ui/surface.tsx";
import { ApplicationsSection } from "./applications.tsx";
import { AuditSection } from "./audit.tsx";
import { KeysSection } from "./keys.tsx";
import { MembersSection } from "./members.tsx";
import { ModelSection } from "./model.tsx";
import { SecuritySection } from "./security.tsx";
import { SessionsSection } from "./sessions.tsx";
import { UsageSection } from "./usage.tsx";

const { settings } = texts;
type Section = keyof typeof settings.sections;

const SECTIONS: Record<Section, ComponentType> = {
  keys: KeysSection,
  applications: ApplicationsSection,
  members: MembersSection,
  security: SecuritySection,
  sessions: SessionsSection,
  audit: AuditSection,
  usage: UsageSection,
  model: ModelSection,
};

const isSection = (name: string): name is Section => Object.hasOwn(SECTIONS, name);

/** On a phone the sections are a row that scrolls sideways. */
const reveal = (link: HTMLElement | null) => link?.scrollIntoView({ block: "nearest", inline: "nearest" });

export function SettingsPage({ params }: PageProps) {
  const query = params["section"] ?? "";
  const isKnown = isSection(query);
  useEffect(() => {
    if (!isKnown) navigate("/settings/keys", { replace: true });
  }, [isKnown]);
  const current: Section = isKnown ? query : "keys";
  const Content = SECTIONS[current];
  return (
    <Page title={settings.sections[current]}>
      <nav aria-label={settings.title} className="mb-6 overflow-x-auto border-line border-b">
        <ul className="flex gap-x-5 whitespace-nowrap">
          {Object.keys(SECTIONS)
            .filter(isSection)
            .map((name) => (
              <li key={name}>
                <Link
                  to={`/settings/${name}`}
                  aria-current={name === current ? "page" : undefined}
                  ref={name === current ? reveal : undefined}
                  className={classNames(
                    "block border-b-2 py-2 font-medium",
                    name === current
                      ? "border-accent text-accent-strong"
                      : "border-transparent text-dim hover:text-ink",
                  )}
                >
                  {settings.sections[name]}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      <Content />
    </Page>
  );
}
