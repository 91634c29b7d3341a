import type { Answer } from "@shared/api/useGet";

export type EventPage = Answer<"/api/world/events">;
export type WorldEvent = EventPage["data"][number];
