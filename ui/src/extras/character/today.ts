import type { Answer } from "@shared/api/useGet";

export const TODAY = "/api/player/today";

/** The main character's day. */
export type Today = NonNullable<Answer<typeof TODAY>["main"]>;
