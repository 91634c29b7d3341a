import * as text from "text:roulette";
import { useState } from "react";
import { isClientSeed, isNonce, isServerSeed } from "./fairness";
import { type Proof, prove } from "./proof";
import { type Config, type History, type Spin, useAllSpins, type WheelTable } from "./queries";
import { witnessOf } from "./seenHashes";

export interface Inputs {
  serverSeed: string;
  clientSeed: string;
  nonce: string;
  /** Wheel version. */
  version: string;
}

export type Problems = { [Name in keyof Inputs]?: string | undefined };

const BLANK = { serverSeed: "", clientSeed: "", nonce: "0" };

/** State of the verifier: a stored spin or typed seeds. A proof is discarded when an input changes. */
export function useVerifier(config: Config, history: History) {
  const [showAll, setShowAll] = useState(false);
  const { data: all } = useAllSpins(showAll);
  const [id, setId] = useState<string | null>(null);
  const [manualInputs, setManualInputs] = useState<Inputs>({ ...BLANK, version: String(config.wheel_version) });
  const [problems, setProblems] = useState<Problems>({});
  const [proof, setProof] = useState<Proof | null>(null);

  // The newest response, with the spins since, comes first: it knows whether the seed has been revealed.
  const newest = new Set(history.spins.map((candidate) => candidate.id));
  const spins = [...history.spins, ...(all?.spins ?? []).filter((candidate) => !newest.has(candidate.id))];
  const wheels = wheelsOf(config, [...history.wheels, ...(all?.wheels ?? [])]);
  const spin = spins.find((candidate) => candidate.id === id) ?? null;
  const inputs = spin ? inputsOf(spin) : manualInputs;

  const choose = (spinId: string | null) => {
    setId(spinId);
    setProblems({});
    setProof(null);
  };
  const edit = (change: Partial<Inputs>) => {
    setManualInputs({ ...inputs, ...change });
    choose(null);
  };
  const verify = async () => {
    const wheel = wheels.find(({ wheel_version }) => String(wheel_version) === inputs.version);
    const problems = problemsOf(inputs, spin);
    setProblems(problems);
    if (!wheel || Object.values(problems).some(Boolean)) return problems;
    const { serverSeed, clientSeed, nonce } = inputs;
    setProof(
      await prove(
        { serverSeed, clientSeed, nonce: Number(nonce) },
        wheel,
        spin && { ...spin, witness: witnessOf(spin) },
      ),
    );
    return {};
  };

  const isMore = !showAll && history.total > history.spins.length;
  return {
    spin,
    spins,
    wheels,
    inputs,
    problems,
    proof,
    choose,
    edit,
    verify,
    isMore,
    listAll: () => setShowAll(true),
  };
}

const inputsOf = (spin: Spin): Inputs => ({
  serverSeed: spin.server_seed ?? "",
  clientSeed: spin.client_seed,
  nonce: String(spin.nonce),
  version: String(spin.wheel_version),
});

function problemsOf({ serverSeed, clientSeed, nonce }: Inputs, spin: Spin | null): Problems {
  return {
    serverSeed: isServerSeed(serverSeed) ? undefined : text.invalidServerSeed,
    clientSeed: isClientSeed(clientSeed) || spin?.client_seed === clientSeed ? undefined : text.invalidSeed,
    nonce: isNonce(nonce) ? undefined : text.invalidNonce,
  };
}

/** Returns each wheel version once, the current one first. */
function wheelsOf({ wheel_version, slots, spin_cost }: Config, otherWheels: readonly WheelTable[]): WheelTable[] {
  const all = [{ wheel_version, slots, spin_cost }, ...otherWheels];
  return [...new Map(all.map((candidate) => [candidate.wheel_version, candidate])).values()];
}
