import { post, spokenText } from "@shared/api/client";
import type { components } from "@shared/api/schema";
import { Button } from "@shared/components/Button";
import { Field, Refusal } from "@shared/components/Field";
import { Icon } from "@shared/components/Icon";
import { type FormEvent, type Ref, useRef, useState } from "react";
import { mutate } from "swr";
import { isClientSeed } from "./fairness";
import * as css from "./fairness.module.css";
import { FAIRNESS, type Fairness, refreshSpins } from "./queries";

type Rotated = components["schemas"]["RotatedFairness"];

interface Props {
  fairness: Fairness;
  onRevealed: (serverSeed: string) => void;
  ref: Ref<HTMLInputElement>;
}

const WRONG = "Use 1 to 64 letters, digits, - and _";

/** Rotates the seed pair: reveals the current server seed and sets a new client seed. */
export function SeedForm({ fairness, onRevealed, ref }: Props) {
  const { typed, setTyped, problem, refusal, waits, submit } = useRotation(fairness.client_seed, onRevealed);
  return (
    <div>
      <p className={css.lead}>
        Before you spin we show the hash of a secret seed. Afterwards we show the seed. If it did not match, or if the
        arithmetic did not lead to your slot, you would see it here.
      </p>
      <form className={css.reseed} noValidate onSubmit={submit}>
        <Field
          ref={ref}
          label="Your client seed"
          value={typed}
          error={problem}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" aria-disabled={waits} aria-busy={waits || undefined}>
          {!waits && <Icon name="refresh" />}
          {waits ? "Changing…" : "Change seeds"}
        </Button>
        <p className={css.hint}>Reveals the server seed in use and begins a new pair at nonce 0.</p>
      </form>
      {refusal && <Refusal key={refusal.tries}>{refusal.words}</Refusal>}
    </div>
  );
}

function useRotation(current: string, onRevealed: (serverSeed: string) => void) {
  const [typed, setTyped] = useState(current);
  const [problem, setProblem] = useState<string>();
  const [refusal, setRefusal] = useState<{ words: string; tries: number } | null>(null);
  const [waits, setWaits] = useState(false);
  const busy = useRef(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setRefusal(null);
    setProblem(isClientSeed(typed) ? undefined : WRONG);
    if (!isClientSeed(typed)) return form.querySelector("input")?.focus();
    if (busy.current) return;
    busy.current = true;
    setWaits(true);
    try {
      const { server_seed, ...next } = await post<Rotated>("/api/roulette/fairness/rotate", { client_seed: typed });
      onRevealed(server_seed);
      await Promise.all([mutate(FAIRNESS, next, { revalidate: false }), refreshSpins()]);
    } catch (error) {
      const words = spokenText(error, "Failed to change seeds. Please try again.");
      setRefusal((before) => ({ words, tries: (before?.tries ?? 0) + 1 }));
    } finally {
      busy.current = false;
      setWaits(false);
    }
  };
  return { typed, setTyped, problem, refusal, waits, submit };
}
