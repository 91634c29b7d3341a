import * as text from "text:adminPlayers";
import * as shared from "text:shared";
import { nameOfAction } from "@shared/accountActions";
import type { Body } from "../api/useAdmin";
import { type Column, DataTable } from "../parts/DataTable";
import { Panel } from "../parts/Panel";
import * as typography from "../parts/typography.module.css";
import { moment } from "./format";
import type { AccountProps, PersonalData } from "./types";

type Row = Body<"SecurityLogRow"> & { key: number };

const nameOf = (action: string): string => nameOfAction(action) ?? action;

const COLUMNS: readonly Column<Row>[] = [
  { title: shared.when, value: ({ at }) => moment(at) },
  {
    title: shared.what,
    kind: "lead",
    value: ({ action, success }) =>
      success ? (
        nameOf(action)
      ) : (
        <span className={typography.badText}>{text.refusedAction({ action: nameOf(action) })}</span>
      ),
  },
  {
    title: text.from,
    kind: "long",
    value: ({ ip_address, attempts }) => (attempts > 1 ? `× ${attempts}` : ip_address),
  },
];

/** `personalData`: the addresses in full, once the operator asked for them. */
export function SecurityLog({ account, personalData }: AccountProps & { personalData: PersonalData | null }) {
  const rows = account.security_log.map((row, key) => ({
    ...row,
    key,
    ip_address: personalData?.addresses[key] ?? row.ip_address,
  }));
  return (
    <Panel title={<span id="security">{text.security}</span>}>
      <DataTable
        emptyText={text.noLog}
        caption={text.security}
        columns={COLUMNS}
        rows={rows}
        keyOf={({ key }) => key}
      />
    </Panel>
  );
}
