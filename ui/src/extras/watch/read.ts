import { post } from "@shared/api/client";
import { mutate } from "swr";
import { type OwnStars, PATH, READ, type ReadNews } from "./answers";

/** Marks the news up to a moment as read, on all devices. A failure is made good the next time the list is seen. */
export async function markRead(until: string): Promise<void> {
  try {
    const { unread } = await post<ReadNews>(READ, { until });
    await mutate(PATH, (stars: OwnStars | undefined) => stars && { ...stars, unread }, { revalidate: false });
  } catch {} // `post` has logged it
}
