import * as text from "text:adminDataProtection";
import { type Body, useAdmin } from "@admin/api/useAdmin";
import { ChangePanel } from "@admin/parts/ChangePanel";
import type { Column } from "@admin/parts/DataTable";
import { DataTable } from "@admin/parts/DataTable";
import * as layout from "@admin/parts/layout.module.css";
import { Panel } from "@admin/parts/Panel";
import { LoadState } from "@admin/parts/States";
import * as typography from "@admin/parts/typography.module.css";
import { count } from "@admin/players/format";
import { usePermission } from "@admin/session";
import { Button } from "@shared/components/Button";
import { formatMoment } from "@shared/dates";
import { useState } from "react";

type Version = Body<"PublishedVersion">;
type Draft = Body<"LegalDraft">;

const COLUMNS: readonly Column<Version>[] = [
  { title: text.legal, kind: "lead", value: ({ document }) => text.documents[document] },
  { title: text.version, kind: "number", value: ({ version }) => count(version) },
  { title: text.published, value: ({ published_at }) => formatMoment(new Date(published_at), new Date()) },
  { title: text.by, value: ({ published_by }) => published_by },
  { title: text.accepted, kind: "number", value: ({ accepted }) => count(accepted) },
];

function draftText({ document, is_changed }: Draft): string {
  const state = is_changed === null ? "new" : is_changed ? "changed" : "same";
  return text.draft[state]({ document: text.documents[document] });
}

/** Versions of the legal texts, and the present texts, which the allowed roles publish. */
export function LegalVersions() {
  const { data, error, mutate } = useAdmin("/api/admin/legal");
  const { allowed } = usePermission("legal.publish");
  const [draft, setDraft] = useState<Draft | null>(null);
  return (
    <Panel title={text.legal}>
      {data ? (
        <DataTable
          emptyText={text.noVersions}
          caption={text.legal}
          columns={COLUMNS}
          rows={data.data}
          keyOf={({ document, version }) => `${document} ${version}`}
        />
      ) : (
        <LoadState error={error} onRetry={mutate} />
      )}
      <ul className={layout.stack}>
        {data?.drafts.map((row) => (
          <li key={row.document} className={typography.hint}>
            {draftText(row)}{" "}
            {allowed && row.is_changed !== false && <Button onClick={() => setDraft(row)}>{text.publish}</Button>}
          </li>
        ))}
      </ul>
      {draft && (
        <ChangePanel
          title={`${text.publish}: ${text.documents[draft.document]}`}
          action={text.publish}
          path={`/api/admin/legal/${draft.document}/publish`}
          onClose={() => setDraft(null)}
          onDone={() => void mutate()}
        >
          <p className={typography.hint}>{text.publishHint}</p>
        </ChangePanel>
      )}
    </Panel>
  );
}
