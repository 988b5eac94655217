import { texts } from "../../texts/index.ts";
import { Badge } from "../../ui/surface.tsx";
import { useAfterScrolling } from "../../ui/use-after-scrolling.ts";

/** A company's logo, from the same host whatever name the service was reached by. */
export function CompanyLogo(props: { id: string; large?: boolean; small?: boolean }) {
  const { id, large = false, small = false } = props;
  const size = large ? 44 : small ? 20 : 28;
  const isShown = useAfterScrolling();
  if (!isShown) return <span className="shrink-0 rounded-md bg-soft" style={{ width: size, height: size }} />;
  return (
    <img
      src={`/logos/${id}.png`}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      className="shrink-0 rounded-md"
    />
  );
}

export function DemoBadge({ fictional }: { fictional: boolean }) {
  if (!fictional) return null;
  return (
    <span title={texts.ui.fictionalHint}>
      <Badge>{texts.ui.fictional}</Badge>
    </span>
  );
}
