import type { Body } from "../api/useAdmin";

export type PlayerAccount = Body<"PlayerAccount">;
export type PersonalData = Body<"PersonalData">;

/** Props of the parts of an account's page. */
export interface AccountProps {
  account: PlayerAccount;
}
