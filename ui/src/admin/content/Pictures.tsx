import * as text from "text:adminContent";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import * as control from "@shared/components/field.module.css";
import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { upload } from "../api/client";
import { type Body, useAdmin } from "../api/useAdmin";
import * as chart from "../parts/chart.module.css";
import { type Column, DataTable } from "../parts/DataTable";
import { small } from "../parts/density.module.css";
import * as layout from "../parts/layout.module.css";
import { formatMoment } from "../parts/moment";
import { Panel } from "../parts/Panel";
import { count } from "../players/format";
import { Problem } from "../sign-in/Problem";
import { useSubmit } from "../sign-in/useSubmit";
import type { Edit } from "./drafts";
import { SaveFiles } from "./SaveFiles";

type Entry = Body<"ContentEntry">;
type Former = Body<"FormerPicture">;
type Change = { title: string; edit: Edit };

const TYPES = ".png,.jpg,.webp,.avif,.svg,.ico,.woff2";
const FOLDER = "pictures/";

interface Props {
  files: readonly Entry[];
  isReadOnly: boolean;
  onChange: () => void;
}

/** Pictures of the content folder; an upload waits in the service until it is saved. */
export function Pictures({ files, isReadOnly, onChange }: Props) {
  const [change, setChange] = useState<Change | null>(null);
  const [selectedFile, setSelectedFile] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);
  const id = useId();
  const former = useAdmin("/api/admin/content/pictures");
  const pictures = files.filter(({ path }) => path.startsWith(FOLDER));
  const hashOf = (path: string) => pictures.find((entry) => entry.path === path)?.hash ?? "";
  const reload = () => {
    onChange();
    void former.mutate();
  };
  const send = useSubmit(async () => {
    if (!selectedFile) return;
    const address = `/api/admin/content/pictures?name=${encodeURIComponent(selectedFile.name)}`;
    const control = new AbortController();
    sending.current = control;
    const pendingUpload = upload<Body<"StagedPicture">>(address, selectedFile, setShare, control.signal);
    const stagedPicture = await pendingUpload.finally(() => setShare(null));
    const path = FOLDER + selectedFile.name;
    setChange({ title: text.addPicture, edit: { path, hash: hashOf(path), text: null, upload: stagedPicture.upload } });
  });
  const columns: readonly Column<Entry>[] = [
    { title: text.picture, kind: "long", value: ({ path }) => <a href={`/${path}`}>/{path}</a> },
    { title: shared.size, kind: "number", value: ({ size }) => text.bytes({ size: count(size) }) },
    {
      title: shared.action,
      kind: "actions",
      value: ({ path, hash }) => (
        <Button
          className={small}
          look="danger"
          disabled={isReadOnly}
          aria-label={`${text.deleteFile}: ${path}`}
          onClick={() => setChange({ title: text.deleteFile, edit: { path, hash, text: null } })}
        >
          {text.deleteFile}
        </Button>
      ),
    },
  ];
  return (
    <Panel title={text.pictures} note={text.pictureRules}>
      <DataTable
        emptyText={text.noPictures}
        caption={text.pictures}
        columns={columns}
        rows={pictures}
        keyOf={({ path }) => path}
      />
      {former.data && former.data.pictures.length > 0 && (
        <FormerPictures
          rows={former.data.pictures}
          isReadOnly={isReadOnly}
          onRestore={({ path, hash: upload }) =>
            setChange({ title: text.restore, edit: { path, hash: hashOf(path), text: null, upload } })
          }
        />
      )}
      {!isReadOnly && (
        <form className={layout.bodyStack} onSubmit={send.submit}>
          <div className={control.field}>
            <label htmlFor={id}>{text.pick}</label>
            <input
              className={control.input}
              id={id}
              type="file"
              accept={TYPES}
              onChange={(event: ChangeEvent<HTMLInputElement>) => setSelectedFile(event.target.files?.[0] ?? null)}
            />
          </div>
          <Problem text={send.fields.name ?? send.problem} />
          {share !== null && <progress className={chart.bar} aria-label={text.sending} value={share} />}
          <div className={layout.row}>
            <Button type="submit" disabled={!selectedFile} busy={send.isBusy}>
              {text.addPicture}
            </Button>
            {share !== null && (
              <Button look="ghost" onClick={() => sending.current?.abort()}>
                {shared.cancel}
              </Button>
            )}
          </div>
        </form>
      )}
      {change && (
        <SaveFiles title={change.title} edits={[change.edit]} onClose={() => setChange(null)} onDone={reload} />
      )}
    </Panel>
  );
}

interface FormerProps {
  rows: readonly Former[];
  isReadOnly: boolean;
  onRestore: (picture: Former) => void;
}

/** Pictures that a save replaced or deleted. */
function FormerPictures({ rows, isReadOnly, onRestore }: FormerProps) {
  const columns: readonly Column<Former>[] = [
    { title: text.formerPictures, kind: "long", value: ({ path }) => `/${path}` },
    { title: shared.when, value: ({ at }) => formatMoment(new Date(at), new Date()) },
    { title: shared.who, value: ({ operator }) => operator ?? text.inFolder },
    { title: shared.size, kind: "number", value: ({ size }) => text.bytes({ size: count(size) }) },
    {
      title: shared.action,
      kind: "actions",
      value: (picture) => (
        <Button
          className={small}
          disabled={isReadOnly}
          aria-label={`${text.restore}: ${picture.path}`}
          onClick={() => onRestore(picture)}
        >
          {text.restore}
        </Button>
      ),
    },
  ];
  return (
    <DataTable
      caption={text.formerPictures}
      columns={columns}
      rows={rows}
      keyOf={({ path, hash }) => `${path} ${hash}`}
    />
  );
}
