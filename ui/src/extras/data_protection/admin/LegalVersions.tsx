import * as text from "text:adminDataProtection";
import { type Body, useAdmin } from "@admin/api/useAdmin";
import { ChangePanel } from "@admin/parts/ChangePanel";
import type { Column } from "@admin/parts/DataTable";
import { DataTable } from "@admin/parts/DataTable";
import { FactList } from "@admin/parts/FactList";
import { formatMoment } from "@admin/parts/moment";
import { Panel } from "@admin/parts/Panel";
import { LoadState } from "@admin/parts/States";
import * as typography from "@admin/parts/typography.module.css";
import { count } from "@admin/players/format";
import { usePermission } from "@admin/session";
import { Button } from "@shared/components/Button";
import { useState } from "react";

type Version = Body<"PublishedVersion">;
type Draft = Body<"LegalDraft">;

const COLUMNS: readonly Column<Version>[] = [
  { title: text.document, kind: "lead", value: ({ document }) => text.documents[document] },
  { title: text.version, kind: "number", value: ({ version }) => count(version) },
  {
    title: text.published,
    kind: "time",
    value: ({ published_at }) => formatMoment(new Date(published_at), new Date()),
  },
  { title: text.by, value: ({ published_by }) => published_by },
  { title: text.accepted, kind: "number", value: ({ accepted }) => count(accepted) },
];

const stateOf = ({ is_changed }: Draft) => (is_changed === null ? "new" : is_changed ? "changed" : "same");

/** Versions of the legal texts, and the present texts, which the allowed roles publish. */
export function LegalVersions() {
  const { data, error, mutate } = useAdmin("/api/admin/legal");
  const { allowed } = usePermission("legal.publish");
  const [draft, setDraft] = useState<Draft | null>(null);
  const factOf = (row: Draft) => (
    <>
      {text.draft[stateOf(row)]}{" "}
      {allowed && row.is_changed !== false && <Button onClick={() => setDraft(row)}>{text.publish}</Button>}
    </>
  );
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
      {data && <FactList inPanel facts={data.drafts.map((row) => [text.documents[row.document], factOf(row)])} />}
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
