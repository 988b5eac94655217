import { type ComponentType, useEffect } from "react";
import type { PageProps } from "../../shell/pages.tsx";
import { texts } from "../../texts/index.ts";
import { navigate } from "../../ui/router.tsx";
import { Page } from "../../ui/surface.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { CoverageSection } from "./coverage.tsx";
import { ExportsSection } from "./exports.tsx";
import { LedgerSection } from "./ledger.tsx";
import { ParserSection } from "./parser.tsx";
import { SourcesSection } from "./sources.tsx";

const { data: words } = texts;
type Section = keyof typeof words.sections;

const SECTIONS: Record<Section, ComponentType> = {
  sources: SourcesSection,
  coverage: CoverageSection,
  exports: ExportsSection,
  parser: ParserSection,
  ledger: LedgerSection,
};

const isSection = (name: string): name is Section => Object.hasOwn(SECTIONS, name);

/** What the service holds, how it got there, and how to take it out. */
export function DataPage({ params }: PageProps) {
  const query = params["section"] ?? "";
  const isKnown = isSection(query);
  useEffect(() => {
    if (!isKnown) navigate("/data/sources", { replace: true });
  }, [isKnown]);
  const current: Section = isKnown ? query : "sources";
  const Content = SECTIONS[current];
  return (
    <Page title={words.sections[current]} about={words.about[current]}>
      <Tabs label={words.title} base="/data" names={words.sections} current={current} />
      {isKnown && <Content />}
    </Page>
  );
}
