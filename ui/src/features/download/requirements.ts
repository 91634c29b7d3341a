import type { Content } from "@shared/content";
import { ICONS } from "./icons";

type Requirements = Content["downloads"]["system_requirements"];

const PARTS: readonly [keyof Requirements["minimum"], string, string][] = [
  ["os", "Operating system", ICONS.monitor],
  ["processor", "Processor", ICONS.cpu],
  ["memory", "Memory", ICONS.memory],
  ["graphics", "Graphics", ICONS.graphics],
  ["storage", "Storage", ICONS.storage],
  ["network", "Network", ICONS.network],
];

/** Rows of the table: each part with both requirements. */
export const rowsOf = ({ minimum, recommended }: Requirements) =>
  PARTS.map(([part, label, glyph]) => ({
    label,
    glyph,
    minimum: minimum[part],
    recommended: recommended[part],
  }));
