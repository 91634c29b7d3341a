import * as text from "text:adminPlayers";
import { post } from "../api/client";
import type { Body } from "../api/useAdmin";
import { saveFile } from "../parts/saveFile";
import { usePermission } from "../session";
import { Problem } from "../sign-in/Problem";
import { useSubmit } from "../sign-in/useSubmit";

/** Saves what the site holds about the account as a file; the service writes that to its log. */
export function ExportData({ login }: { login: string }) {
  const { allowed } = usePermission("accounts.export");
  const { submit, isBusy, problem } = useSubmit(async () => {
    const data = await post<Body<"AccountExport">>(`/api/admin/accounts/${encodeURIComponent(login)}/export`);
    saveFile(`personal-data-${login}.json`, JSON.stringify(data, null, 2), "application/json");
  });
  if (!allowed) return null;
  return (
    <li>
      <form onSubmit={submit}>
        <button type="submit" className="btn small" aria-busy={isBusy}>
          {text.exportData}
        </button>
      </form>
      <Problem text={problem} />
    </li>
  );
}
