import { put } from "@shared/api/client";
import type { Answer } from "@shared/api/useGet";
import { mutate } from "swr";

type PlayerPrivacy = Answer<"/api/player/privacy">;
export type Level = PlayerPrivacy["level"];

export const PATH = "/api/player/privacy";

export const save = (level: Level) =>
  mutate<PlayerPrivacy>(PATH, () => put<PlayerPrivacy>(PATH, { level }), { revalidate: false });
