import { matchPath, useLocation } from "react-router-dom";

/** Returns the names in the address of a page; the browser's path is percent-encoded, the service's is not. */
export function useNamesInPath(pattern: string): string[] {
  const { pathname } = useLocation();
  return Object.values(matchPath(pattern, pathname)?.params ?? {}).map((name = "") => {
    try {
      return decodeURIComponent(name);
    } catch {
      return name;
    }
  });
}

/** A name in an address as the title of a page: `#268435999` for an id. */
export const nameInTitle = (name: string): string => name.replace(/^~/, "#");

export const useNameInPath = (pattern: string): string => useNamesInPath(pattern)[0] ?? "";
