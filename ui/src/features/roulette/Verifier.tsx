import { Button } from "@shared/components/Button";
import { Field } from "@shared/components/Field";
import { Glyph, Icon } from "@shared/components/Icon";
import { formatNumber } from "@shared/format";
import { type ComponentProps, useEffect, useId, useRef } from "react";
import { DrawStrip } from "./DrawStrip";
import { canCompute } from "./fairness";
import * as css from "./fairness.module.css";
import { ProofSteps, Verdict } from "./ProofSteps";
import type { Config, History } from "./queries";
import { TIERS } from "./tiers";
import { type Inputs, useVerifier } from "./useVerifier";

const SHIELD = "M12 3.5c2.5 1.6 5 2.3 7.5 2.4 0 7-2.3 11.8-7.5 14.6C6.8 17.7 4.5 12.9 4.5 5.9 7 5.8 9.5 5.1 12 3.5Z";
const SEED = { autoComplete: "off", autoCapitalize: "off", spellCheck: false } as const;
const MANUAL = "";

interface Props {
  config: Config;
  history: History;
  /** The spin to check; a new object for each press. */
  selected: { spinId: string } | null;
  /** Moves to the form that reveals the seed. */
  onReveal: () => void;
}

/** Recomputes a past spin in the browser. */
export function Verifier({ config, history, selected, onReveal }: Props) {
  const verifier = useVerifier(config, history);
  const { spin, proof, choose } = verifier;
  const form = useRef<HTMLFormElement>(null);
  const handled = useRef(selected);
  useEffect(() => {
    if (handled.current === selected) return;
    handled.current = selected;
    choose(selected?.spinId ?? null);
    form.current?.scrollIntoView({ block: "nearest" });
    form.current?.querySelector("select")?.focus({ preventScroll: true });
  }, [selected, choose]);
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
        <h3>{spin ? `Check spin ${spin.id}` : "Check any spin"}</h3>
        <SpinChoice verifier={verifier} />
        {secret ? <SecretSeedNotice onReveal={onReveal} /> : <SeedFields verifier={verifier} />}
        {proof && <Verdict proof={proof} />}
      </form>
      <ProofSteps proof={proof} />
      {proof && <DrawStrip drawn={proof.drawn} slots={proof.wheel.slots} />}
    </>
  );
}

type Parts = { verifier: ReturnType<typeof useVerifier> };

function SpinChoice({ verifier: { spin, spins, isMore, choose, listAll } }: Parts) {
  return (
    <div className={css.choice}>
      <Select
        label="Spin"
        value={spin?.id ?? MANUAL}
        onChange={({ target }) => choose(target.value === MANUAL ? null : target.value)}
      >
        <option value={MANUAL}>Enter manually</option>
        {spins.map((option) => (
          <option key={option.id} value={option.id}>
            {option.id}: {TIERS[option.prize_tier].name}, {formatNumber(option.prize_won)} coins
          </option>
        ))}
      </Select>
      {isMore && (
        <Button look="ghost" onClick={listAll}>
          List all spins
        </Button>
      )}
    </div>
  );
}

function SecretSeedNotice({ onReveal }: { onReveal: () => void }) {
  return (
    <div className={css.secret} role="status">
      <p>This spin's server seed is still in use and secret. Change seeds to reveal it, then check the spin.</p>
      <Button wide onClick={onReveal}>
        <Icon name="up" />
        Go to seeds
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
  if (!canCompute()) return <p className={css.lead}>{NO_CRYPTO}</p>;
  return (
    <>
      <Field label="Server seed, revealed" maxLength={64} {...SEED} {...field("serverSeed")} />
      <div className={css.inputs}>
        <Field label="Client seed" maxLength={64} {...SEED} {...field("clientSeed")} />
        <Field label="Nonce" maxLength={15} inputMode="numeric" {...SEED} {...field("nonce")} />
      </div>
      {wheels.length > 1 && (
        <Select label="Odds version" value={inputs.version} onChange={({ target }) => edit({ version: target.value })}>
          {wheels.map(({ wheel_version }) => (
            <option key={wheel_version} value={wheel_version}>
              Version {wheel_version}
            </option>
          ))}
        </Select>
      )}
      <Button type="submit" wide>
        <Glyph path={SHIELD} />
        Verify in this browser
      </Button>
    </>
  );
}

const NO_CRYPTO =
  "Checking spins here needs https. Open this page by https, or use any tool with SHA-256 and HMAC-SHA256.";

function Select({ label, ...rest }: ComponentProps<"select"> & { label: string }) {
  const id = useId();
  return (
    <div className={css.select}>
      <label htmlFor={id}>{label}</label>
      <select id={id} {...rest} />
    </div>
  );
}
