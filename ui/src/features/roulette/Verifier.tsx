import * as text from "text:roulette";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { Field, SelectField } from "@shared/components/Field";
import { Glyph, Icon } from "@shared/components/Icon";
import { useEffect, useRef } from "react";
import { DrawStrip } from "./DrawStrip";
import { canCompute } from "./fairness";
import * as css from "./fairness.module.css";
import { ProofSteps, Verdict } from "./ProofSteps";
import type { Config, History } from "./queries";
import { formatPrize } from "./tiers";
import { type Inputs, useVerifier } from "./useVerifier";

const SHIELD = "M12 3.5c2.5 1.6 5 2.3 7.5 2.4 0 7-2.3 11.8-7.5 14.6C6.8 17.7 4.5 12.9 4.5 5.9 7 5.8 9.5 5.1 12 3.5Z";
const SEED = { autoComplete: "off", autoCapitalize: "off", spellCheck: false } as const;
const MANUAL = "";

interface Props {
  config: Config;
  history: History;
  /** The spin to check; a new object for each press. */
  selection: { spinId: string } | null;
  /** Moves to the form that reveals the seed. */
  onReveal: () => void;
}

/** Recomputes a past spin in the browser. */
export function Verifier({ config, history, selection, onReveal }: Props) {
  const verifier = useVerifier(config, history);
  const { spin, proof, choose } = verifier;
  const form = useRef<HTMLFormElement>(null);
  const handledSelection = useRef(selection);
  useEffect(() => {
    if (handledSelection.current === selection) return;
    handledSelection.current = selection;
    choose(selection?.spinId ?? null);
    form.current?.scrollIntoView({ block: "nearest" });
    form.current?.querySelector("select")?.focus({ preventScroll: true });
  }, [selection, choose]);
  const secret = spin !== null && spin.server_seed === undefined;
  const verify = async () => {
    const problems = await verifier.verify();
    const first = (["serverSeed", "clientSeed", "nonce"] as const).find((name) => problems[name]);
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  };
  return (
    <>
      <form
        ref={form}
        className={css.verify}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void verify();
        }}
      >
        <h3>{spin ? text.checkOne({ spin: spin.id }) : text.checkAny}</h3>
        <SpinChoice verifier={verifier} />
        {secret ? <SecretSeedNotice onReveal={onReveal} /> : <SeedFields verifier={verifier} />}
        {proof && <Verdict proof={proof} />}
      </form>
      <ProofSteps proof={proof} />
      {proof && <DrawStrip result={proof.result} slots={proof.wheel.slots} />}
    </>
  );
}

type Parts = { verifier: ReturnType<typeof useVerifier> };

function SpinChoice({ verifier: { spin, spins, isMore, choose, listAll } }: Parts) {
  return (
    <div className={css.choice}>
      <SelectField
        className={css.select}
        label={shared.spin}
        value={spin?.id ?? MANUAL}
        onChange={({ target }) => choose(target.value === MANUAL ? null : target.value)}
      >
        <option value={MANUAL}>{text.manual}</option>
        {spins.map((option) => (
          <option key={option.id} value={option.id}>
            {text.spinOption({ spin: option.id, prize: formatPrize(option.prize_tier, option.prize_won) })}
          </option>
        ))}
      </SelectField>
      {isMore && (
        <Button look="ghost" onClick={listAll}>
          {text.listAll}
        </Button>
      )}
    </div>
  );
}

function SecretSeedNotice({ onReveal }: { onReveal: () => void }) {
  return (
    <div className={css.secret} role="status">
      <p>{text.secretSeed}</p>
      <Button wide onClick={onReveal}>
        <Icon name="up" />
        {text.goToSeeds}
      </Button>
    </div>
  );
}

function SeedFields({ verifier: { inputs, problems, wheels, edit } }: Parts) {
  const field = (name: keyof Inputs) => ({
    name,
    value: inputs[name],
    error: problems[name],
    onChange: ({ target }: { target: { value: string } }) => edit({ [name]: target.value.trim() }),
  });
  if (!canCompute()) return <p className={css.lead}>{text.noCrypto}</p>;
  return (
    <>
      <Field label={text.seedRevealed} maxLength={64} {...SEED} {...field("serverSeed")} />
      <div className={css.inputs}>
        <Field label={text.clientSeed} maxLength={64} {...SEED} {...field("clientSeed")} />
        <Field label={text.nonce} maxLength={15} inputMode="numeric" {...SEED} {...field("nonce")} />
      </div>
      {wheels.length > 1 && (
        <SelectField
          className={css.select}
          label={text.oddsVersionLabel}
          value={inputs.version}
          onChange={({ target }) => edit({ version: target.value })}
        >
          {wheels.map(({ wheel_version }) => (
            <option key={wheel_version} value={wheel_version}>
              {text.version({ version: String(wheel_version) })}
            </option>
          ))}
        </SelectField>
      )}
      <Button type="submit" wide>
        <Glyph path={SHIELD} />
        {shared.verifyHere}
      </Button>
    </>
  );
}
