import type { Body } from "../api/useAdmin";
import type { Tone } from "../parts/States";

const TONES: Readonly<Partial<Record<Body<"SearchHit">["state"] & string, Tone>>> = {
  delivery_stuck: "bad",
  payment_mismatched: "bad",
  disputed: "bad",
  frozen: "wait",
  blocked: "wait",
  pending: "wait",
  foreign: "wait",
  completed: "good",
  delivered: "good",
  online: "good",
  refunded: "info",
};

/** The mark of a state; what is over or failed without harm has a hollow one. */
export const toneOf = (state: Body<"SearchHit">["state"] & string): Tone => TONES[state] ?? "off";
