import { post } from "@shared/api/client";
import { useState } from "react";
import { usePermission } from "../session";
import { useSubmit } from "../sign-in/useSubmit";
import type { PersonalData } from "./types";

/** The masked values of an account, after the operator asked for them; the service writes that to its log. */
export function usePersonalData(login: string) {
  const { allowed } = usePermission("players.reveal");
  const [data, setData] = useState<PersonalData | null>(null);
  const { submit, isBusy, problem } = useSubmit(async () =>
    setData(await post<PersonalData>(`/api/admin/accounts/${encodeURIComponent(login)}/personal`)),
  );
  return { data, isAllowed: allowed, show: submit, isBusy, problem };
}
