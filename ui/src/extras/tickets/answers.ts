import * as text from "text:tickets";
import { call } from "@shared/api/client";
import { errorText } from "@shared/api/errorText";
import type { components } from "@shared/api/schema";
import type { IconName } from "@shared/components/Icon";
import type { Tone } from "@shared/components/StatusBadge";

export const PATH = "/api/player/tickets";
export type Thread = components["schemas"]["TicketThread"];
export type Ticket = components["schemas"]["TicketSummary"];

export const pathOf = (id: number): string => `${PATH}/${id}`;
export const pageOf = (id: number): string => `/tickets?ticket=${id}`;

export const BADGES: Readonly<Record<Ticket["state"], { tone: Tone; icon?: IconName }>> = {
  open: { tone: "wait" },
  answered: { tone: "good" },
  waiting: { tone: "wait" },
  closed: { tone: "back", icon: "check" },
};

/** Adds pictures one after another. Returns why one was refused, and adds none after it; null: all are added. */
export async function addPictures(id: number, files: readonly File[]): Promise<string | null> {
  const headers = { "Content-Type": "application/octet-stream" };
  try {
    for (const file of files) await call("POST", `${pathOf(id)}/pictures`, { body: file, headers });
  } catch (error) {
    return errorText(error, text.sendFailed);
  }
  return null;
}
