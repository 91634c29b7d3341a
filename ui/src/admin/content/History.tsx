import * as text from "text:adminContent";
import * as shared from "text:shared";
import { Badge } from "@shared/components/Badge";
import { Banner } from "@shared/components/Banner";
import { Button } from "@shared/components/Button";
import { useState } from "react";
import { type Body, useAdmin } from "../api/useAdmin";
import { type Column, DataTable } from "../parts/DataTable";
import { Drawer } from "../parts/Drawer";
import { small } from "../parts/density.module.css";
import * as layout from "../parts/layout.module.css";
import { formatMoment } from "../parts/moment";
import { Panel } from "../parts/Panel";
import { LoadState } from "../parts/States";
import { count } from "../players/format";
import { Difference } from "./Difference";
import type { Edit } from "./drafts";

type File = Body<"ContentFileText">;
type Version = Body<"FileVersion">;

interface Props {
  file: File;
  isReadOnly: boolean;
  onRestore: (edit: Edit) => void;
}

/** Stored versions of a file; each can be compared with the file and restored. */
export function History({ file, isReadOnly, onRestore }: Props) {
  const [openVersion, setOpenVersion] = useState<Version | null>(null);
  const columns: readonly Column<Version>[] = [
    { title: shared.when, value: ({ at }) => formatMoment(new Date(at), new Date()) },
    { title: shared.who, value: ({ operator }) => operator ?? text.inFolder },
    { title: shared.reason, kind: "long", value: ({ reason }) => reason || "–" },
    {
      title: shared.size,
      kind: "number",
      value: ({ hash, size }) => (hash === "" ? text.deleted : text.bytes({ size: count(size) })),
    },
    {
      title: shared.action,
      kind: "actions",
      value: (version) =>
        version.hash === file.hash ? (
          <Badge tone="good">{text.current}</Badge>
        ) : (
          <Button className={small} disabled={!version.has_text} onClick={() => setOpenVersion(version)}>
            {shared.compare}
          </Button>
        ),
    },
  ];
  const [newest] = file.versions;
  return (
    <Panel title={text.history}>
      {newest && newest.hash !== file.hash && (
        <div className={layout.body}>
          <Banner tone="wait" icon="alert" title={text.notInFolder} />
        </div>
      )}
      <DataTable
        emptyText={text.noVersions}
        caption={text.history}
        columns={columns}
        rows={file.versions}
        keyOf={({ id }) => id}
      />
      {openVersion && (
        <Compare
          file={file}
          version={openVersion}
          isReadOnly={isReadOnly}
          onClose={() => setOpenVersion(null)}
          onRestore={(edit) => {
            setOpenVersion(null);
            onRestore(edit);
          }}
        />
      )}
    </Panel>
  );
}

function Compare({ file, version, isReadOnly, onClose, onRestore }: Props & { version: Version; onClose: () => void }) {
  const { data, error, mutate } = useAdmin("/api/admin/content/versions/{version}", undefined, {
    names: { version: String(version.id) },
  });
  const now = file.text ?? "";
  return (
    <Drawer
      title={shared.compare}
      onClose={onClose}
      actions={
        <>
          {" "}
          <Button
            look="primary"
            disabled={!data || isReadOnly}
            onClick={() => data && onRestore({ path: file.path, hash: file.hash, text: data.text, original: now })}
          >
            {text.restore}
          </Button>
          <Button look="ghost" onClick={onClose}>
            {shared.close}
          </Button>
        </>
      }
    >
      {data ? (
        <Difference path={file.path} oldText={now} newText={data.text} />
      ) : (
        <LoadState error={error} onRetry={mutate} />
      )}
    </Drawer>
  );
}
