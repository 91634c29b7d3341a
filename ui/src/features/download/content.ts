import content from "@content/downloads.json";
import type { IconName } from "@shared/components/Icon";

export type DownloadItem = (typeof content.items)[number];

export const ITEMS: readonly DownloadItem[] = content.items.filter((item) => item.active);
export const GUIDE = content.installation_guide;

type Part = keyof typeof content.system_requirements.minimum;

const PARTS: readonly [Part, string, IconName][] = [
  ["os", "Operating system", "monitor"],
  ["processor", "Processor", "cpu"],
  ["memory", "Memory", "memory"],
  ["graphics", "Graphics", "graphics"],
  ["storage", "Storage", "storage"],
  ["network", "Network", "network"],
];

const { minimum, recommended } = content.system_requirements;

export const REQUIREMENTS = PARTS.map(([part, label, icon]) => ({
  label,
  icon,
  minimum: minimum[part],
  recommended: recommended[part],
}));
