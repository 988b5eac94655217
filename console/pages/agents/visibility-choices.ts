import { texts } from "../../texts/index.ts";

export const VISIBILITY_CHOICES = (["private", "shared"] as const).map((value) => ({
  value,
  label: texts.agents.visibilities[value],
}));
