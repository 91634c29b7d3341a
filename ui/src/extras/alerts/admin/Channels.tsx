import * as text from "text:adminAlerts";
import * as shared from "text:shared";
import type { Body } from "@admin/api/useAdmin";
import { ChangePanel } from "@admin/parts/ChangePanel";
import { type Column, DataTable } from "@admin/parts/DataTable";
import { small } from "@admin/parts/density.module.css";
import { formatMomentWithin } from "@admin/parts/moment";
import { Panel } from "@admin/parts/Panel";
import { State, type Tone } from "@admin/parts/States";
import { usePermission } from "@admin/session";
import { Button } from "@shared/components/Button";
import { useState } from "react";

type Channel = Body<"AlertChannel">;
type MessageState = NonNullable<Channel["last_state"]>;

const TONES: Readonly<Record<MessageState, Tone>> = {
  waiting: "wait",
  claimed: "wait",
  sent: "good",
  refused: "bad",
  gone: "bad",
};

const problemsOf = ({ waiting, unclear, refused }: Channel): string =>
  [
    waiting > 0 && text.waiting({ count: waiting }),
    unclear > 0 && text.unclear({ count: unclear }),
    refused > 0 && text.refused({ count: refused }),
  ]
    .filter(Boolean)
    .join(", ");

function Last({ channel }: { channel: Channel }) {
  const { last_at, last_state } = channel;
  const problems = problemsOf(channel);
  return (
    <>
      {last_at && last_state ? (
        <State tone={TONES[last_state]}>
          {text.states[last_state]}, {formatMomentWithin(new Date(last_at), new Date())}
        </State>
      ) : (
        <State tone="off">{text.never}</State>
      )}
      {problems && <small>{problems}</small>}
    </>
  );
}

/** Channels of alerts, each with the outcome of its last message. */
export function Channels({
  channels,
  isOn,
  onDone,
}: {
  channels: readonly Channel[];
  isOn: boolean;
  onDone: () => void;
}) {
  const { allowed } = usePermission("alerts.change");
  const [selectedChannel, setSelectedChannel] = useState<Channel | null>(null);
  const columns: readonly Column<Channel>[] = [
    { title: text.channel, value: ({ kind }) => text.kinds[kind] },
    { title: text.goesTo, kind: "long", value: ({ label }) => label },
    { title: text.last, kind: "lead", value: (channel) => <Last channel={channel} /> },
    {
      title: shared.action,
      kind: "actions",
      value: (channel) => (
        <Button
          className={small}
          disabled={!allowed || !isOn}
          aria-label={`${text.test}: ${text.kinds[channel.kind]} ${channel.label}`}
          onClick={() => setSelectedChannel(channel)}
        >
          {text.test}
        </Button>
      ),
    },
  ];
  return (
    <Panel title={text.channels}>
      <DataTable
        emptyText={text.noChannels}
        caption={text.channels}
        columns={columns}
        rows={channels}
        keyOf={({ id }) => id}
        rowTone={(channel) => (problemsOf(channel) ? "bad" : undefined)}
      />
      {selectedChannel && (
        <ChangePanel
          title={`${text.test}: ${text.kinds[selectedChannel.kind]}`}
          action={text.test}
          path={`/api/admin/alerts/channels/${encodeURIComponent(selectedChannel.id)}/test`}
          onClose={() => setSelectedChannel(null)}
          onDone={onDone}
        />
      )}
    </Panel>
  );
}
