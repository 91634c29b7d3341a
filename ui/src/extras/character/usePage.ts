import { ApiError } from "@shared/api/client";
import { type Answer, useGet } from "@shared/api/useGet";
import { paths } from "@shared/paths";
import { useSession } from "@shared/stores/session";
import type { PageAddress } from "./useDays";

/** Address of the choice of what the public sees. */
export const PRIVACY = `${paths.player}?tab=profile&section=privacy`;

interface Page {
  /** Null: the visitor sees no page under this name. */
  data: Answer<PageAddress> | null | undefined;
  error: Error | undefined;
  /** Of what is shown. */
  address: PageAddress;
  isOwn: boolean;
}

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

/** The public page under a name, as in an address; else that of the visitor's own character, which the public has not. */
export function usePage(name: string): Page {
  const publicAddress = `/api/characters/${name}` as "/api/characters/{name}";
  const ownAddress = `/api/player/pages/${name}` as "/api/player/pages/{name}";
  const isPlayer = useSession(({ isAuthenticated, isFrozen }) => isAuthenticated && !isFrozen);
  const publicPage = useGet(publicAddress);
  const hasNone = publicPage.data === null || isMissing(publicPage.error);
  const ownPage = useGet(hasNone && isPlayer ? ownAddress : null, undefined, { keepPreviousData: false });
  if (!hasNone) return { data: publicPage.data, error: publicPage.error, address: publicAddress, isOwn: false };
  const hasNoOwn = !isPlayer || ownPage.error !== undefined;
  return { data: hasNoOwn ? null : ownPage.data, error: undefined, address: ownAddress, isOwn: true };
}
