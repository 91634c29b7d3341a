import * as text from "text:adminEconomy";
import * as shared from "text:shared";
import type { Body } from "@admin/api/useAdmin";
import { ChangePanel } from "@admin/parts/ChangePanel";
import { type Column, DataTable } from "@admin/parts/DataTable";
import { small } from "@admin/parts/density.module.css";
import { Panel } from "@admin/parts/Panel";
import { State } from "@admin/parts/States";
import * as typography from "@admin/parts/typography.module.css";
import { count, shortDay } from "@admin/players/format";
import { usePermission } from "@admin/session";
import { Button } from "@shared/components/Button";
import { useState } from "react";
import { Link } from "react-router-dom";
import { Owner } from "./Owner";

type Alarm = Body<"EconomyAlarm">;

/** An item, which leads to its row in the count. */
function ItemLink({ item: { id, name } }: { item: Alarm["item"] }) {
  return (
    <Link to={`?${new URLSearchParams({ text: String(id) })}`} preventScrollReset>
      {name}
    </Link>
  );
}

/** Open alarms first. An operator acknowledges one with a reason. */
export function Alarms({ alarms, onDone }: { alarms: readonly Alarm[]; onDone: () => void }) {
  const { allowed } = usePermission("economy.acknowledge");
  const [selectedAlarm, setSelectedAlarm] = useState<Alarm | null>(null);
  const open = alarms.filter(({ acknowledged_at }) => !acknowledged_at).length;
  const columns: readonly Column<Alarm>[] = [
    {
      title: shared.kind,
      value: ({ kind, acknowledged_at }) => (
        <State tone={acknowledged_at ? "off" : kind === "supply" ? "wait" : "bad"}>{text.kinds[kind]}</State>
      ),
    },
    { title: text.item, kind: "long", value: ({ item }) => <ItemLink item={item} /> },
    {
      title: text.owner,
      kind: "long",
      value: ({ owner, other_owner }) => (
        <>
          <Owner owner={owner} />
          {other_owner && (
            <>
              <br />
              <Owner owner={other_owner} />
            </>
          )}
        </>
      ),
    },
    { title: shared.value, kind: "leadNumber", value: ({ value }) => count(value) },
    { title: text.limit, kind: "number", value: ({ limit }) => count(limit) },
    {
      title: text.firstSeen,
      kind: "time",
      value: ({ first_day, last_day }) => (
        <>
          {shortDay(first_day)}
          {last_day !== first_day && (
            <small>
              {text.lastSeen}: {shortDay(last_day)}
            </small>
          )}
        </>
      ),
    },
    {
      title: shared.action,
      kind: "actions",
      value: (alarm) =>
        alarm.acknowledged_at ? (
          <small>{text.acknowledgedBy({ operator: alarm.acknowledged_by ?? "", reason: alarm.reason ?? "" })}</small>
        ) : (
          allowed && (
            <Button className={small} onClick={() => setSelectedAlarm(alarm)}>
              {text.acknowledge}
            </Button>
          )
        ),
    },
  ];
  return (
    <Panel first title={text.alarms} note={open ? text.open({ count: open }) : undefined}>
      <DataTable
        emptyText={text.noAlarms}
        tight
        caption={text.alarms}
        columns={columns}
        rows={alarms}
        keyOf={({ id }) => id}
        rowTone={({ acknowledged_at }) => (acknowledged_at ? undefined : "bad")}
      />
      {selectedAlarm && (
        <ChangePanel
          title={text.acknowledge}
          action={text.acknowledge}
          path={`/api/admin/economy/alarms/${selectedAlarm.id}/acknowledgement`}
          onClose={() => setSelectedAlarm(null)}
          onDone={onDone}
        >
          <p className={typography.hint}>{text.acknowledgeHint}</p>
        </ChangePanel>
      )}
    </Panel>
  );
}
