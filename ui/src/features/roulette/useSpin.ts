import { postWithRetry, useIdempotencyKey, wasRejected } from "@shared/api/idempotencyKey";
import type { components } from "@shared/api/schema";
import { prefersReducedMotion } from "@shared/prefersReducedMotion";
import { useCallback, useEffect, useRef, useState } from "react";
import { mutate } from "swr";
import { COOLDOWN, type Config, type Cooldown, refreshWheel, reloadConfig, type Slot } from "./queries";

type SpinResult = components["schemas"]["SpinResult"];

export const TURN_MS = 4000;
const REFRESH_MS = 1000;
const FAILED = "Failed to perform spin. Please try again.";

export interface Won {
  slot: Slot;
  balance: number;
}

export type Phase = "idle" | "asking" | "turning" | "result";

/** `tries` makes each failure a new alert, also with the same text. */
export interface Failure {
  words: string;
  tries: number;
}

/**
 * Executes one spin per press. A press after a lost response repeats the idempotency key. The outcome is stored before
 * the wheel turns. `unsure`: the outcome of the last request is unknown.
 */
export function useSpin(config: Config) {
  const [phase, setPhase] = useState<Phase>("idle");
  const [won, setWon] = useState<Won | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [unsure, setUnsure] = useState(false);
  const idempotency = useIdempotencyKey();
  const busy = useRef(false);
  const after = useAfterwards();

  const fail = (words: string) => {
    busy.current = false;
    setFailure((before) => ({ words, tries: (before?.tries ?? 0) + 1 }));
    setPhase("idle");
  };

  const turn = (wheel: Config, result: SpinResult) => {
    const slot = slotOf(wheel, result);
    if (!slot) return fail(FAILED);
    countDown(wheel);
    setWon({ slot, balance: result.balance ?? 0 });
    setPhase("turning");
    after(prefersReducedMotion() ? 0 : TURN_MS, () => {
      busy.current = false;
      setPhase("result");
      after(REFRESH_MS, refreshWheel);
    });
  };

  const press = async () => {
    if (busy.current) return;
    busy.current = true;
    after.settle();
    setPhase("asking");
    setFailure(null);
    setUnsure(false);
    try {
      const result = await postWithRetry<SpinResult>("/api/roulette/spin", undefined, idempotency.keyFor(undefined));
      idempotency.settle();
      const wheel = isOf(config, result) ? config : await reloadConfig(config);
      if (!after.isHere()) return refreshWheel();
      if (result.success) return turn(wheel, result);
      fail(result.message);
    } catch (error) {
      fail(FAILED);
      if (!wasRejected(error)) return setUnsure(true);
      idempotency.settle();
    }
    refreshWheel();
  };

  return { phase, won, failure, unsure, press };
}

/** A delayed callback; on unmount a pending one runs at once. */
function useAfterwards() {
  const timer = useRef(0);
  const here = useRef(false);
  const [after] = useState(() => {
    const later = (ms: number, then: () => void) => {
      timer.current = window.setTimeout(() => {
        timer.current = 0;
        then();
      }, ms);
    };
    const settle = () => {
      window.clearTimeout(timer.current);
      const waited = timer.current !== 0;
      timer.current = 0;
      return waited;
    };
    return Object.assign(later, { settle, isHere: () => here.current });
  });
  const leave = useCallback(() => {
    here.current = false;
    if (after.settle()) refreshWheel();
  }, [after]);
  useEffect(() => {
    here.current = true;
    return leave;
  }, [leave]);
  return after;
}

/** Returns whether the shown wheel is the one spun; a refusal names no version. */
const isOf = ({ wheel_version }: Config, spun: SpinResult) => !spun.success || spun.wheel_version === wheel_version;

/** Returns the slot at the drawn position with the prize of the response, which may differ from an older wheel's. */
function slotOf({ slots }: Config, { slot_result, prize_tier, prize_amount }: SpinResult): Slot | undefined {
  const slot = slots.find(({ position }) => position === slot_result);
  return (
    slot && { ...slot, prize_tier: prize_tier ?? slot.prize_tier, prize_amount: prize_amount ?? slot.prize_amount }
  );
}

/** Starts the cooldown locally; the exact value arrives with the refresh a few seconds later. */
function countDown({ cooldown_seconds }: Config): void {
  if (cooldown_seconds === 0) return;
  const begun = (before: Cooldown | undefined): Cooldown | undefined =>
    before && { ...before, can_spin: false, reason: "cooldown", cooldown_remaining: cooldown_seconds };
  void mutate<Cooldown>(COOLDOWN, begun, { revalidate: false });
}
