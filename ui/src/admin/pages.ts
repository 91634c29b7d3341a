import pages from "admin:pages";
import type { ComponentType } from "react";
import type { IconName } from "./parts/Icon";

export interface Page {
  /** Place in the menu: the least is the first. */
  readonly rank: number;
  /** Address below /admin. */
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  /** `g` and this key open the page. */
  readonly key: string;
  /** An operator without this permission does not see the page. */
  readonly permission: string;
  /** The page is absent unless one of these is on. */
  readonly extras?: readonly string[];
  readonly Screen: ComponentType;
  /** Addresses below it, for example of one account: "/players/:login". */
  readonly subpaths?: readonly string[];
}

/** The pages in the order of the menu. To add one: a folder with a `page.ts`, which the build collects (ui/build/admin.mjs). */
export const PAGES: readonly Page[] = [...pages].sort((left, right) => left.rank - right.rank);

/** The page that answers the search field, by its address; null while there is none. */
export const SEARCH_PAGE = "/players";
