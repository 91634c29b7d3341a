import pages from "admin:pages";
import { type ComponentType, useMemo } from "react";
import type { Body } from "./api/useAdmin";
import type { IconName } from "./parts/Icon";
import { useSession } from "./session";

export interface Page {
  /** Place in the menu: the least is the first. */
  readonly rank: number;
  /** Address below /admin. Pages of one address share its place in the menu: the first that is on is shown there. */
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  /** `g` and this key open the page. */
  readonly key: string;
  /** An operator without this permission does not see the page. */
  readonly permission: string;
  /** The page is absent unless it is on. */
  readonly extra?: string;
  readonly Screen: ComponentType;
  /** Kinds of cases that wait here for a person; the menu counts them. */
  readonly cases?: readonly Body<"Need">["kind"][];
  /** Addresses below it, for example of one account: "/players/:login". */
  readonly subpaths?: readonly string[];
  /** The link to it on the other pages of its path. */
  readonly beside?: { readonly to: string; readonly label: string };
  /** Addresses of what it shows, by the kind of a subject and its id, for links of other pages. */
  readonly links?: Readonly<Record<string, (id: string) => string>>;
}

/**
 * The pages in the order of the menu. To add one: a folder with a `page.ts`, in an extra `admin/page.ts`, which the build
 * collects (ui/build/admin.mjs).
 */
export const PAGES: readonly Page[] = [...pages].sort((left, right) => left.rank - right.rank);

/** Returns the pages that the operator sees. */
export function useAllowedPages(): readonly Page[] {
  const { permissions, extras: on } = useSession();
  return useMemo(
    () => PAGES.filter(({ permission, extra }) => permissions[permission]?.allowed && (!extra || on.includes(extra))),
    [permissions, on],
  );
}

/** Returns the links to the other pages that share the path of the page at an address. */
export function useBeside(address: string) {
  const pages = useAllowedPages();
  const path = pages.find(({ beside }) => beside?.to === address)?.path;
  return pages.flatMap(({ path: itsPath, beside }) =>
    beside && itsPath === path && beside.to !== address ? [beside] : [],
  );
}

/** Returns a function that gives the address of a subject, such as "competition:7", if the operator sees its page. */
export function useLinkTo(): (subject: string) => string | undefined {
  const pages = useAllowedPages();
  return (subject) => {
    const [kind = "", id = ""] = subject.split(":");
    return pages.find(({ links }) => links?.[kind])?.links?.[kind]?.(id);
  };
}

/** The page that answers the search field, by its address; null while there is none. */
export const SEARCH_PAGE = "/players";
