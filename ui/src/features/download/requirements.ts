import * as text from "text:download";
import type { Content } from "@shared/content";
import { ICONS } from "./icons";

type Requirements = Content["downloads"]["system_requirements"];

const PARTS: readonly [keyof Requirements["minimum"], string][] = [
  ["os", ICONS.monitor],
  ["processor", ICONS.cpu],
  ["memory", ICONS.memory],
  ["graphics", ICONS.graphics],
  ["storage", ICONS.storage],
  ["network", ICONS.network],
];

/** Rows of the table: each part with both requirements. */
export const rowsOf = ({ minimum, recommended }: Requirements) =>
  PARTS.map(([part, glyph]) => ({
    label: text.parts[part],
    glyph,
    minimum: minimum[part],
    recommended: recommended[part],
  }));
