import * as text from "text:adminPlayers";
import { post } from "@shared/api/client";
import { Button } from "@shared/components/Button";
import { saveFile } from "@shared/saveFile";
import type { Body } from "../api/useAdmin";
import { small } from "../parts/density.module.css";
import { usePermission } from "../session";
import { Problem } from "../sign-in/Problem";
import { useSubmit } from "../sign-in/useSubmit";

/** Saves what the site holds about the account as a file; the service writes that to its log. */
export function ExportData({ login }: { login: string }) {
  const { allowed } = usePermission("accounts.export");
  const { submit, isBusy, problem } = useSubmit(async () => {
    const data = await post<Body<"AccountExport">>(`/api/admin/accounts/${encodeURIComponent(login)}/export`);
    saveFile(new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }), `personal-data-${login}.json`);
  });
  if (!allowed) return null;
  return (
    <li>
      <form onSubmit={submit}>
        <Button type="submit" className={small} busy={isBusy}>
          {text.exportData}
        </Button>
      </form>
      <Problem text={problem} />
    </li>
  );
}
