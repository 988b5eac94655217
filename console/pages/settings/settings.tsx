import { type ComponentType, useEffect } from "react";
import type { PageProps } from "../../shell/pages.tsx";
import { texts } from "../../texts/index.ts";
import { navigate } from "../../ui/router.tsx";
import { Page } from "../../ui/surface.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { ApplicationsSection } from "./applications.tsx";
import { AuditSection } from "./audit.tsx";
import { DataSection } from "./data.tsx";
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
  data: DataSection,
};

const isSection = (name: string): name is Section => Object.hasOwn(SECTIONS, name);

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
      <Tabs label={settings.title} base="/settings" names={settings.sections} current={current} />
      <Content />
    </Page>
  );
}
