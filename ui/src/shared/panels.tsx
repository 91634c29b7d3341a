import type { ComponentType, ReactNode, RefObject } from "react";
import type { Answer } from "./api/useGet";
import { useSite } from "./api/useSite";
import { useInlineContent } from "./content";

export interface PanelName {
  readonly extra: string;
  /** The service's settings may leave it out although its extra is on. */
  readonly part?: "economy_report" | "referrals" | "votes";
}

export interface LazyPart<Props = object> {
  readonly Panel: ComponentType<Props>;
  /** Loads a panel that is not loaded with its page. */
  readonly load?: () => Promise<{ readonly default: ComponentType<Props> }>;
}

/** A part that an extra adds to a page; the build collects them from the folders of extras (ui/build/pages.mjs). */
export interface ExtraPanel<Props = object> extends PanelName, LazyPart<Props> {}

/** A panel that is a tab of the page at the address of its place. */
export interface ExtraTab extends ExtraPanel {
  readonly tab: string;
  /** SVG path of its icon. */
  readonly glyph: string;
}

export interface OwnCharacter {
  readonly id: number;
  readonly name: string;
}

/** A donation of the account. */
export interface DonationSubject {
  readonly donation: { readonly id: string };
}

export interface OwnRank {
  readonly board: "pvp" | "pk";
  readonly character: OwnCharacter;
}

/** The boss or castle of a page. */
export interface PlaceSubject {
  readonly kind: "boss" | "castle";
  readonly id: number;
  readonly name: string;
  readonly isRaid: boolean;
}

export interface RankingTime {
  /** A past day; null: now. */
  readonly at: string | null;
  /** The days that movements are counted over. */
  readonly span: "day" | "week";
  /** Query string of a span. */
  readonly search: (span: "day" | "week") => string;
  readonly onChooseDay: (day: string) => void;
}

export interface RankingPlace {
  readonly board: "pvp" | "pk";
  readonly span: "day" | "week";
  readonly table: RefObject<HTMLElement | null>;
  /** New rows are new elements of the table. */
  readonly rows: unknown;
  /** `hash` is the id of the rank's row. */
  readonly rowLink: (rank: number) => { readonly search: string; readonly hash: string };
}

/** Subject of a row or a page; `id` is that of the game. */
export interface Subject {
  readonly kind: "character" | "clan" | "boss" | "castle" | "item";
  readonly id: number;
  readonly name: string;
  /** Within an option of a list box, which has no controls: for the pointer alone. */
  readonly isPointerOnly?: boolean | undefined;
}

/** A place that tells of donations: of the coins that an amount buys, of one donation, of the wallet; else of all. */
export interface DonationPlace {
  readonly coins?: number | undefined;
  /** Takes the number of coins beside them that the place shows. */
  readonly onBonus?: ((coins: number) => void) | undefined;
  /** Id of the donation. */
  readonly donation?: string | undefined;
  readonly inWallet?: boolean | undefined;
  /** The place has room for two lines. */
  readonly isShort?: boolean | undefined;
}

export interface SentenceOfEvent {
  readonly event: Answer<"/api/world/events">["data"][number];
}

/** Returns the panels that the site shows. */
export function usePanels<Panel extends PanelName>(panels: readonly Panel[]): readonly Panel[] {
  const { on } = useInlineContent().extras;
  const { data: site } = useSite();
  return panels.filter(({ extra, part }) => on.includes(extra) && (!part || site?.[part]));
}

/** Shows the panels of a list, each with the properties of its place. */
export const Panels = <Props extends object>({ of, ...props }: { of: readonly ExtraPanel<Props>[] } & Props) =>
  usePanels(of).map(({ extra, Panel }) => <Panel key={extra} {...(props as unknown as Props)} />);

/** Puts `children` into the first panel of a list. */
export function PanelAround<Props extends { children: ReactNode }>({
  of,
  ...props
}: { of: readonly ExtraPanel<Props>[] } & Props) {
  const [first] = usePanels(of);
  return first ? <first.Panel {...(props as unknown as Props)} /> : props.children;
}
