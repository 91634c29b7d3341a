import { createContext, type ReactNode, useContext, useMemo } from "react";
import { useSite } from "./api/useSite";
import { subjectPaths } from "./paths";

const NO_NAMES = { characters: [], clans: [] };
const Context = createContext(subjectPaths(NO_NAMES));

/** Gives the page the names that more than one character, or clan, has: these are linked by the id. */
export function SubjectPaths({ children }: { children: ReactNode }) {
  const { data } = useSite();
  const shared = data?.shared_names ?? NO_NAMES;
  return <Context value={useMemo(() => subjectPaths(shared), [shared])}>{children}</Context>;
}

/** Addresses of the pages of characters and clans. */
export const useSubjectPaths = () => useContext(Context);
