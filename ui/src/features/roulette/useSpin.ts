import * as text from "text:roulette";
import * as spins from "text:spins";
import { postWithRetry, useIdempotencyKey, wasRejected } from "@shared/api/idempotencyKey";
import type { components } from "@shared/api/schema";
import { prefersReducedMotion } from "@shared/prefersReducedMotion";
import { useStepUp } from "@shared/stores/stepUp";
import { useAlert } from "@shared/useAlert";
import { useCallback, useEffect, useRef, useState } from "react";
import { mutate } from "swr";
import { celebrationOf, type Prize } from "./celebration";
import { CommitmentChanged, ensureClientSeed } from "./clientSeed";
import { COOLDOWN, type Config, type Cooldown, type Fairness, loadSpunWheel, refreshWheel, type Slot } from "./queries";
import { rememberPair } from "./seenHashes";
import { announceWin } from "./sound";
import { TURN_MS } from "./turning";

type SpinResult = components["schemas"]["SpinResult"];

const REFRESH_MS = 1000;

export type Phase = "idle" | "asking" | "turning" | "result";

/**
 * Executes one spin per press. A press after a lost response repeats the idempotency key. The outcome is stored before
 * the wheel turns. `unsure`: the outcome of the last request is unknown.
 */
export function useSpin(config: Config) {
  const [phase, setPhase] = useState<Phase>("idle");
  const [prize, setPrize] = useState<Prize | null>(null);
  const { alert: failure, showAlert, clearAlert } = useAlert();
  const [unsure, setUnsure] = useState(false);
  const idempotency = useIdempotencyKey();
  const busy = useRef(false);
  const delay = useDelayedCallback();

  const fail = (text: string) => {
    busy.current = false;
    showAlert(text);
    setPhase("idle");
  };

  const startTurning = (wheel: Config, result: SpinResult) => {
    const slot = slotOf(wheel, result);
    if (!slot) return fail(text.spinFailed);
    startCooldown(wheel);
    const newPrize = { spinId: result.spin_id ?? undefined, slot, cost: wheel.spin_cost, balance: result.balance ?? 0 };
    setPrize(newPrize);
    setPhase("turning");
    delay(prefersReducedMotion() ? 0 : TURN_MS, () => {
      busy.current = false;
      setPhase("result");
      announceWin(celebrationOf(newPrize));
      delay(REFRESH_MS, refreshWheel);
    });
  };

  const press = async () => {
    if (busy.current) return;
    busy.current = true;
    delay.flush();
    setPhase("asking");
    clearAlert();
    setUnsure(false);
    let fairness: Fairness | null;
    try {
      fairness = await ensureClientSeed();
      if (!fairness) return fail(spins.seeds_expired);
    } catch (error) {
      setUnsure(unsure);
      return fail(error instanceof CommitmentChanged ? text.hashChanged : text.spinFailed);
    }
    try {
      const result = await requestSpin(config, idempotency.keyFor(undefined));
      idempotency.settle();
      // With another nonce, another tab has spun or changed the seeds in between; a first spin does not tell.
      if (fairness.nonce > 0 && result.spin_id?.endsWith(`-${fairness.nonce}`))
        rememberPair(result.spin_id, fairness.server_seed_hash);
      const wheel = await wheelOf(config, result);
      if (!delay.isMounted()) return refreshWheel();
      if (result.success) return startTurning(wheel, result);
      fail(result.message);
    } catch (error) {
      fail(text.spinFailed);
      if (!wasRejected(error)) return setUnsure(true);
      idempotency.settle();
    }
    refreshWheel();
  };

  return { phase, prize, failure, unsure, press };
}

/** Repeats the request once after a proof of the password, if the service asks for it. */
async function requestSpin({ spin_cost }: Config, key: string): Promise<SpinResult> {
  const send = () => postWithRetry<SpinResult>("/api/roulette/spin", undefined, key);
  const result = await send();
  const isProved =
    result.reason === "step_up_required" && (await useStepUp.getState().ask(text.stepUp({ count: spin_cost })));
  return isProved ? send() : result;
}

/** A delayed callback; on unmount a pending one runs at once. */
function useDelayedCallback() {
  const timer = useRef(0);
  const isMounted = useRef(false);
  const [delay] = useState(() => {
    const schedule = (ms: number, then: () => void) => {
      timer.current = window.setTimeout(() => {
        timer.current = 0;
        then();
      }, ms);
    };
    const flush = () => {
      window.clearTimeout(timer.current);
      const wasPending = timer.current !== 0;
      timer.current = 0;
      return wasPending;
    };
    return Object.assign(schedule, { flush, isMounted: () => isMounted.current });
  });
  const leave = useCallback(() => {
    isMounted.current = false;
    if (delay.flush()) refreshWheel();
  }, [delay]);
  useEffect(() => {
    isMounted.current = true;
    return leave;
  }, [leave]);
  return delay;
}

/** Returns the wheel that was spun; a refusal names no version. */
async function wheelOf(currentWheel: Config, { wheel_version: version }: SpinResult): Promise<Config> {
  return !version || version === currentWheel.wheel_version ? currentWheel : loadSpunWheel(currentWheel, version);
}

/** Returns the slot at the drawn position with the prize of the response, which may differ from an older wheel's. */
function slotOf({ slots }: Config, { slot_result, prize_tier, prize_amount }: SpinResult): Slot | undefined {
  const slot = slots.find(({ position }) => position === slot_result);
  return (
    slot && { ...slot, prize_tier: prize_tier ?? slot.prize_tier, prize_amount: prize_amount ?? slot.prize_amount }
  );
}

/** Starts the cooldown locally; the exact value arrives with the refresh a few seconds later. */
function startCooldown({ cooldown_seconds }: Config): void {
  if (cooldown_seconds === 0) return;
  const withCooldown = (previous: Cooldown | undefined): Cooldown | undefined =>
    previous && { ...previous, can_spin: false, reason: "cooldown", cooldown_remaining: cooldown_seconds };
  void mutate<Cooldown>(COOLDOWN, withCooldown, { revalidate: false });
}
