import panels from "panel-names:profile";
import { useSite } from "@shared/api/useSite";
import { usePanels } from "@shared/panels";
import { useSession } from "@shared/stores/session";

const SECTIONS = ["overview", "security", "privacy", "notifications", "limits"] as const;
export type SectionId = (typeof SECTIONS)[number];

/** A locked account can do nothing but end its sessions. */
const FROZEN: readonly SectionId[] = ["overview", "security"];

/** Returns the sections of the profile in display order; notifications where the site sends any. */
export function useSections(): readonly SectionId[] {
  const isFrozen = useSession((session) => session.isFrozen);
  const sendsMails = useSite().data?.email === true;
  const hasPanels = usePanels(panels).length > 0;
  return isFrozen ? FROZEN : SECTIONS.filter((id) => id !== "notifications" || sendsMails || hasPanels);
}

/** Returns the section that the query names, or the overview if it names none or one that is not shown. */
export const sectionOf = (query: URLSearchParams, sections: readonly SectionId[]): SectionId =>
  sections.find((id) => id === query.get("section")) ?? "overview";

export const searchOf = (id: SectionId) => (id === "overview" ? "?tab=profile" : `?tab=profile&section=${id}`);
