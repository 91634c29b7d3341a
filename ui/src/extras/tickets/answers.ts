import { call } from "@shared/api/client";
import type { components } from "@shared/api/schema";
import type { Tone } from "@shared/components/StatusBadge";

export const PATH = "/api/player/tickets";
export type Thread = components["schemas"]["TicketThread"];
export type Ticket = components["schemas"]["TicketSummary"];

export const pathOf = (id: number): string => `${PATH}/${id}`;
export const pageOf = (id: number): string => `/tickets?ticket=${id}`;

export const TONES: Readonly<Record<Ticket["state"], Tone>> = {
  open: "wait",
  answered: "good",
  waiting: "wait",
  closed: "back",
};

/** Adds pictures one after another, until one is refused. */
export async function addPictures(id: number, files: readonly File[]): Promise<void> {
  const headers = { "Content-Type": "application/octet-stream" };
  for (const file of files) await call("POST", `${pathOf(id)}/pictures`, { body: file, headers });
}
