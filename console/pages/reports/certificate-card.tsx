import { texts } from "../../texts/index.ts";
import { formatWhole } from "../../ui/format.ts";
import { Badge, Card } from "../../ui/surface.tsx";
import type { Digest } from "./digest.tsx";

const { reports: words } = texts;

function listStatements(counts: NonNullable<NonNullable<Digest["certificate"]>["statements"]>) {
  const totals = counts.proven_totals + counts.failed_totals;
  const figures: [string, string][] = [
    [words.figures.statements, formatWhole(counts.found)],
    [words.figures.provenTotals, `${formatWhole(counts.proven_totals)} / ${formatWhole(totals)}`],
    [words.figures.unknownScales, formatWhole(counts.unknown_scales)],
  ];
  return figures;
}

export function CertificateCard({ digest: { certificate } }: { digest: Digest }) {
  if (!certificate) return null;
  const list = (pages: readonly number[]) => (pages.length === 0 ? "0" : pages.join(", "));
  const { statements } = certificate;
  const figures: [string, string][] = [
    [words.figures.pages, `${formatWhole(certificate.pages_read)} / ${formatWhole(certificate.page_count)}`],
    [words.figures.failed, list(certificate.pages_failed.map(({ page }) => page))],
    [words.figures.withoutText, list(certificate.pages_without_text)],
    [words.figures.ocr, list(certificate.pages_by_ocr)],
    [words.figures.words, formatWhole(certificate.words)],
    [words.figures.tables, formatWhole(certificate.tables)],
    [words.figures.rows, formatWhole(certificate.table_rows)],
    ...(statements ? listStatements(statements) : []),
    [words.figures.vectors, `${formatWhole(certificate.vectors)} / ${formatWhole(certificate.chunks)}`],
    [words.figures.parser, certificate.parser_version],
    [words.figures.file, certificate.file_sha256],
  ];
  return (
    <Card
      title={words.certificate}
      aside={
        <Badge tone={certificate.complete ? "good" : "warn"}>
          {certificate.complete ? words.complete : words.incomplete}
        </Badge>
      }
    >
      <p className="-mt-1 mb-3 text-dim text-xs">{words.certificateAbout}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {figures.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-dim">{name}</dt>
            <dd className="break-all text-right tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
