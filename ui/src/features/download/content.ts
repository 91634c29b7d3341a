import content from "@content/downloads.json";
import { ICONS } from "./icons";

export type DownloadItem = (typeof content.items)[number];

export const ITEMS: readonly DownloadItem[] = content.items.filter((item) => item.active);
export const GUIDE = content.installation_guide;

type Part = keyof typeof content.system_requirements.minimum;

const PARTS: readonly [Part, string, string][] = [
  ["os", "Operating system", ICONS.monitor],
  ["processor", "Processor", ICONS.cpu],
  ["memory", "Memory", ICONS.memory],
  ["graphics", "Graphics", ICONS.graphics],
  ["storage", "Storage", ICONS.storage],
  ["network", "Network", ICONS.network],
];

const { minimum, recommended } = content.system_requirements;

export const REQUIREMENTS = PARTS.map(([part, label, glyph]) => ({
  label,
  glyph,
  minimum: minimum[part],
  recommended: recommended[part],
}));
