import * as forms from "text:forms";
import { post } from "@shared/api/client";
import type { components } from "@shared/api/schema";
import { useSite } from "@shared/api/useSite";

type Options = components["schemas"]["PasskeyOptions"];

/** Asks for the proof of a passkey: of a login, a second step or a step-up. It answers within five minutes. */
const PROOF_OPTIONS = "/api/auth/passkeys/login/options";

/** Returns why this page cannot use passkeys; null if it can, undefined while that is not known. */
export function usePasskeyObstacle(): string | null | undefined {
  const domain = useSite().data?.passkey_domain;
  if (domain === undefined) return undefined;
  if (domain === null) return forms.noPasskeys;
  if (location.hostname !== domain) return forms.passkeysElsewhere({ domain });
  return isSupported() ? null : forms.tooOld;
}

const isSupported = () => "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;

/** Asks the browser for a new passkey. Returns what the service checks. */
export async function createPasskey(): Promise<unknown> {
  const { publicKey } = await post<Options>("/api/auth/passkeys/options");
  const options = publicKey as unknown as PublicKeyCredentialCreationOptionsJSON;
  return answer(
    await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
}

/** Asks the browser for a proof with a passkey of the player's choice. Returns what the service checks. */
export async function provePasskey(request: Omit<CredentialRequestOptions, "publicKey"> = {}): Promise<unknown> {
  const { publicKey } = await post<Options>(PROOF_OPTIONS);
  const options = publicKey as unknown as PublicKeyCredentialRequestOptionsJSON;
  return answer(
    await navigator.credentials.get({
      ...request,
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
    }),
  );
}

const answer = (credential: Credential | null): unknown => (credential as PublicKeyCredential).toJSON();

/** Returns whether the player has closed the browser's window, or the page has withdrawn the request. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && ["NotAllowedError", "AbortError"].includes(error.name);

/** Returns whether the authenticator already has a passkey of this account. */
export const isAlreadyThere = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "InvalidStateError";
