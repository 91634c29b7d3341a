import * as text from "text:adminCodes";
import type { Body } from "@admin/api/useAdmin";
import { State, type Tone } from "@admin/parts/States";

export type CampaignRow = Body<"CodeCampaign">;

const TONES: Readonly<Record<CampaignRow["state"], Tone>> = {
  held: "wait",
  open: "good",
  upcoming: "info",
  without_codes: "wait",
  used_up: "off",
  expired: "off",
  closed: "off",
};

export const CampaignState = ({ state }: { state: CampaignRow["state"] }) => (
  <State tone={TONES[state]}>{text.states[state]}</State>
);
