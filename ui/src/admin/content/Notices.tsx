import * as text from "text:adminContent";
import * as wheel from "text:adminWheel";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { Field } from "@shared/components/Field";
import { type FormEvent, useState } from "react";
import type { Body } from "../api/useAdmin";
import { ChangePanel } from "../parts/ChangePanel";
import { type Column, DataTable } from "../parts/DataTable";
import { small } from "../parts/density.module.css";
import * as layout from "../parts/layout.module.css";
import { formatMoment } from "../parts/moment";
import { Panel } from "../parts/Panel";
import { toMoment } from "../parts/toMoment";
import type { ChangeTarget } from "../parts/undo";
import { usePermission } from "../session";
import { NoticeTexts, textsOf } from "./NoticeTexts";

type Notice = Body<"ListedControl">;
type Change = { target: ChangeTarget; undo: ChangeTarget };

type Form = Pick<Notice, "until" | "texts"> & { text: string; starts_at: string | null };

const show = (form: Form): ChangeTarget => ({
  title: text.showNotice,
  action: text.showNotice,
  path: "/api/admin/notices",
  form,
});
/** A notice as it is. */
const currentNotice = ({ name, texts, starts_at, until }: Notice): ChangeTarget =>
  show({ text: name, texts, starts_at, until });
const hide = (line: string): ChangeTarget => ({
  title: text.removeNotice,
  action: text.removeNotice,
  path: "/api/admin/notices/removal",
  form: { text: line },
});

interface Props {
  notices: readonly Notice[];
  onChange: () => void;
}

/** Lines of text on every page: those that are planned or shown, and a form for another. */
export function Notices({ notices, onChange }: Props) {
  const [change, setChange] = useState<Change | null>(null);
  const { allowed } = usePermission("notices.change");
  const moment = (at: string | null) => (at === null ? "–" : formatMoment(new Date(at), new Date()));
  const remove = (notice: Notice) => setChange({ target: hide(notice.name), undo: currentNotice(notice) });
  const columns: readonly Column<Notice>[] = [
    {
      title: shared.text,
      kind: "long",
      value: ({ name, texts }) => [name, ...Object.values(texts)].join(" · "),
    },
    { title: text.from, kind: "time", value: ({ starts_at }) => moment(starts_at) },
    { title: shared.until, kind: "time", value: ({ until }) => moment(until) },
    {
      title: shared.action,
      kind: "actions",
      value: (row) => (
        <Button className={small} disabled={!allowed} onClick={() => remove(row)}>
          {text.remove}
        </Button>
      ),
    },
  ];
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const moment = (name: string) => toMoment(String(data.get(name)));
    const form = { ...textsOf(data), starts_at: moment("from"), until: moment("until") };
    const existingNotice = notices.find(({ name }) => name === form.text);
    if (form.text)
      setChange({ target: show(form), undo: existingNotice ? currentNotice(existingNotice) : hide(form.text) });
  };
  return (
    <Panel title={text.notices}>
      <DataTable
        emptyText={text.noNotices}
        caption={text.notices}
        columns={columns}
        rows={notices}
        keyOf={({ name }) => name}
      />
      {allowed && (
        <form className={layout.bodyStack} onSubmit={add}>
          <NoticeTexts />
          <Field label={text.from} hint={text.fromHint} name="from" type="datetime-local" />
          <Field label={shared.until} hint={wheel.untilHint} name="until" type="datetime-local" />
          <div>
            <Button type="submit">{text.showNotice}</Button>
          </div>
        </form>
      )}
      {change && (
        <ChangePanel {...change.target} undo={change.undo} onClose={() => setChange(null)} onDone={onChange} />
      )}
    </Panel>
  );
}
