import * as text from "text:roulette";
import { get, post } from "@shared/api/client";
import { errorText } from "@shared/api/errorText";
import type { components } from "@shared/api/schema";
import { Button } from "@shared/components/Button";
import { Field, Refusal } from "@shared/components/Field";
import { Icon } from "@shared/components/Icon";
import { useAlert } from "@shared/useAlert";
import { type FormEvent, type Ref, useRef, useState } from "react";
import { mutate } from "swr";
import { randomClientSeed } from "./clientSeed";
import { isClientSeed } from "./fairness";
import * as css from "./fairness.module.css";
import { COOLDOWN, FAIRNESS, type Fairness, refreshSpins } from "./queries";
import { findBrokenPromise, rememberHashes } from "./seenHashes";

type RotatedFairness = components["schemas"]["RotatedFairness"];

interface Props {
  onRevealed: (serverSeed: string | null) => void;
  ref: Ref<HTMLInputElement>;
}

/** Rotates the seed pair: reveals the current server seed and sets a new client seed. */
export function SeedForm({ onRevealed, ref }: Props) {
  const { clientSeed, setClientSeed, problem, refusal, brokenPromise, submitting, submit } = useRotation(onRevealed);
  return (
    <div>
      <p className={css.lead}>{text.fairLead}</p>
      <form className={css.seedForm} noValidate onSubmit={submit}>
        <Field
          ref={ref}
          label={text.newClientSeed}
          value={clientSeed}
          error={problem}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ target }) => setClientSeed(target.value)}
        />
        <Button type="submit" aria-disabled={submitting} aria-busy={submitting || undefined}>
          {!submitting && <Icon name="refresh" />}
          {submitting ? text.changingSeeds : text.changeSeeds}
        </Button>
        <p className={css.hint}>{text.changeSeedsHint}</p>
      </form>
      {refusal && <Refusal key={refusal.key}>{refusal.text}</Refusal>}
      {brokenPromise && <Refusal>{brokenPromise}</Refusal>}
    </div>
  );
}

/** Each rotation starts with a fresh random seed: the service must not know the next client seed. */
function useRotation(onRevealed: (serverSeed: string | null) => void) {
  const [clientSeed, setClientSeed] = useState(randomClientSeed);
  const [problem, setProblem] = useState<string>();
  const { alert: refusal, showAlert, clearAlert } = useAlert();
  const [brokenPromise, setBrokenPromise] = useState<string | null>(null);
  const [submitting, setSubmitting] = useState(false);
  const busy = useRef(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    clearAlert();
    setProblem(isClientSeed(clientSeed) ? undefined : text.invalidSeed);
    if (!isClientSeed(clientSeed)) return form.querySelector("input")?.focus();
    if (busy.current) return;
    busy.current = true;
    setSubmitting(true);
    try {
      // Another tab may have changed the seeds: the promises that count are those before this request.
      const oldFairness = await get<Fairness>(FAIRNESS);
      rememberHashes(oldFairness);
      const { server_seed, ...next } = await post<RotatedFairness>("/api/roulette/fairness/rotate", {
        client_seed: clientSeed,
      });
      const promise = await findBrokenPromise(oldFairness, next, server_seed);
      setBrokenPromise(promise && text.broken[promise.textKey]({ hash: promise.hash }));
      onRevealed(server_seed);
      setClientSeed(randomClientSeed());
      await Promise.all([mutate(FAIRNESS, next, { revalidate: false }), mutate(COOLDOWN), refreshSpins()]);
    } catch (error) {
      showAlert(errorText(error, text.changeFailed));
    } finally {
      busy.current = false;
      setSubmitting(false);
    }
  };
  return { clientSeed, setClientSeed, problem, refusal, brokenPromise, submitting, submit };
}
