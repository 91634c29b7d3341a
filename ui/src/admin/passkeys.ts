import { post } from "@shared/api/client";
import type { Body } from "./api/useAdmin";

type Options = Body<"PasskeyOptions">;

/** Returns whether this browser can use passkeys. */
export const hasPasskeys = (): boolean =>
  "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;

/** Asks the browser for a new passkey. Returns what the service checks. */
export async function createPasskey(): Promise<unknown> {
  const { publicKey } = await post<Options>("/api/admin/factors/passkeys/options");
  const options = publicKey as unknown as PublicKeyCredentialCreationOptionsJSON;
  return answer(
    await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
}

/** Asks the browser for a proof with a passkey. Returns what the service checks. */
export async function provePasskey(): Promise<unknown> {
  const { publicKey } = await post<Options>("/api/admin/passkey-options");
  const options = publicKey as unknown as PublicKeyCredentialRequestOptionsJSON;
  return answer(
    await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  );
}

const answer = (credential: Credential | null): unknown => (credential as PublicKeyCredential).toJSON();
