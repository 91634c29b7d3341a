import type { ComponentType } from "react";
import { useSite } from "./api/useSite";
import { useInlineContent } from "./content";

export interface PanelName {
  readonly extra: string;
  /** The service's settings may leave it out although its extra is on. */
  readonly part?: "referrals" | "votes";
}

/** A part that an extra adds to a page; the build collects them from the folders of extras (ui/build/pages.mjs). */
export interface ExtraPanel<Props = object> extends PanelName {
  readonly Panel: ComponentType<Props>;
}

export interface OwnCharacter {
  readonly id: number;
  readonly name: string;
}

export interface OwnRank {
  readonly board: "pvp" | "pk";
  readonly character: OwnCharacter;
}

/** Returns the panels that the site shows. */
export function usePanels<Panel extends PanelName>(panels: readonly Panel[]): readonly Panel[] {
  const { on } = useInlineContent().extras;
  const { data: site } = useSite();
  return panels.filter(({ extra, part }) => on.includes(extra) && (!part || site?.[part]));
}

/** Shows them; `props` are those of each panel. */
export const Panels = <Props extends object>({ of, ...props }: { of: readonly ExtraPanel<Props>[] } & Props) =>
  usePanels(of).map(({ extra, Panel }) => <Panel key={extra} {...(props as unknown as Props)} />);
