import type { components } from "@shared/api/schema";
import type { Answer } from "@shared/api/useGet";

export const PATH = "/api/player/watch";
export const NEWS = "/api/player/watch/news";
export const READ = "/api/player/watch/read";
export const FEED = "/api/player/watch/feed";
export const DIGEST = "/api/player/watch/digest";

export type OwnStars = Answer<typeof PATH>;
export type News = Answer<typeof NEWS>;
type AnsweredDay = News["days"][number];
type AnsweredEntry = AnsweredDay["entries"][number];
/** The service leaves out figures that news of a kind do not have. */
export type Entry = Omit<AnsweredEntry, "values"> & { values: Partial<AnsweredEntry["values"]> };
export type Day = Omit<AnsweredDay, "entries"> & { entries: readonly Entry[] };
export type Feed = Answer<typeof FEED>;
export type Digest = Answer<typeof DIGEST>;
export type FeedAddress = components["schemas"]["FeedAddress"];
export type ReadNews = components["schemas"]["ReadNews"];
