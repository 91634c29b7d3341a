import { address } from "@shared/api/useGet";
import { mutate } from "swr";

/** The query of the security log's preview. */
export const RECENT = { limit: 5 } as const;

/** Reloads the security log, which has an entry for each account change. */
export const refreshActivity = () => mutate(address("/api/player/security-logs", RECENT));
