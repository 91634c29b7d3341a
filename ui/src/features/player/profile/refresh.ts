import { address } from "@shared/api/useGet";
import { mutate } from "swr";
import { RECENT } from "./recent";

/** What was changed is an entry of the log. */
export const refreshActivity = () => mutate(address("/api/player/security-logs", RECENT));
