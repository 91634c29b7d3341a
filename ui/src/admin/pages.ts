import pages from "admin:pages";
import { type ComponentType, useMemo } from "react";
import type { Body } from "./api/useAdmin";
import type { IconName } from "./parts/Icon";
import { useSession } from "./session";

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
  /** Kinds of cases that wait here for a person; the menu counts them. */
  readonly cases?: readonly Body<"Need">["kind"][];
  /** Addresses below it, for example of one account: "/players/:login". */
  readonly subpaths?: readonly string[];
  /** Addresses of what it shows, by the kind of a subject and its id, for links of other pages. */
  readonly links?: Readonly<Record<string, (id: string) => string>>;
}

/**
 * The pages in the order of the menu. To add one: a folder with a `page.ts`, in an extra `admin/page.ts`, which the build
 * collects (ui/build/admin.mjs).
 */
export const PAGES: readonly Page[] = [...pages].sort((left, right) => left.rank - right.rank);

/** Returns the pages that the operator sees. */
export function useMenu(): readonly Page[] {
  const { permissions, extras: on } = useSession();
  return useMemo(
    () =>
      PAGES.filter(
        ({ permission, extras }) =>
          permissions[permission]?.allowed && (extras?.some((name) => on.includes(name)) ?? true),
      ),
    [permissions, on],
  );
}

/** Returns a function that gives the address of a subject, such as "competition:7", if the operator sees its page. */
export function useLinkTo(): (subject: string) => string | undefined {
  const pages = useMenu();
  return (subject) => {
    const [kind = "", id = ""] = subject.split(":");
    return pages.find(({ links }) => links?.[kind])?.links?.[kind]?.(id);
  };
}

/** The page that answers the search field, by its address; null while there is none. */
export const SEARCH_PAGE = "/players";
