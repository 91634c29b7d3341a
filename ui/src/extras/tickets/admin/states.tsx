import * as text from "text:adminTickets";
import type { Body } from "@admin/api/useAdmin";
import { State, type Tone } from "@admin/parts/States";

type Name = Body<"OperatorTicket">["state"];

const TONES: Readonly<Record<Name, Tone>> = { open: "wait", answered: "good", waiting: "info", closed: "off" };

export const TicketState = ({ state }: { state: Name }) => <State tone={TONES[state]}>{text.states[state]}</State>;
