import { matchPath, useLocation } from "react-router-dom";

/** Returns the name in the address of a page; the browser's path is percent-encoded, the service's is not. */
export function useNameInPath(pattern: string): string {
  const { pathname } = useLocation();
  const name = matchPath(pattern, pathname)?.params.name ?? "";
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
