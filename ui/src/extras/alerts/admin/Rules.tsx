import * as text from "text:adminAlerts";
import * as shared from "text:shared";
import type { Body } from "@admin/api/useAdmin";
import { type Column, DataTable } from "@admin/parts/DataTable";
import { small } from "@admin/parts/density.module.css";
import { formatMomentWithin } from "@admin/parts/moment";
import { Panel } from "@admin/parts/Panel";
import { State } from "@admin/parts/States";
import * as typography from "@admin/parts/typography.module.css";
import { count } from "@admin/players/format";
import { usePermission } from "@admin/session";
import { Button } from "@shared/components/Button";
import { useState } from "react";
import { Link } from "react-router-dom";
import { amount, clearedWhen, raisedWhen, ruleName } from "./format";
import { MuteRule } from "./MuteRule";

type Rule = Body<"ListedAlertRule">;

interface Props {
  rules: readonly Rule[];
  channels: readonly Body<"AlertChannel">[];
  onDone: () => void;
}

/** Raised rules first; each leads to the page that answers it. */
export function Rules({ rules, channels, onDone }: Props) {
  const { allowed } = usePermission("alerts.change");
  const [selectedRule, setSelectedRule] = useState<Rule | null>(null);
  const kindsOf = ({ channels: ids }: Rule) => [
    ...new Set(channels.filter(({ id }) => ids.includes(id)).map(({ kind }) => text.kinds[kind])),
  ];
  const columns: readonly Column<Rule>[] = [
    {
      title: text.rule,
      kind: "long",
      value: ({ name, page }) => <Link to={page.replace(/^\/admin/, "") || "/"}>{ruleName(name)}</Link>,
    },
    { title: shared.now, kind: "lead", value: (rule) => <Now rule={rule} /> },
    {
      title: text.raisedWhen,
      value: (rule) => (
        <>
          {raisedWhen(rule)}
          <small>{text.clearedWhen({ condition: clearedWhen(rule) })}</small>
        </>
      ),
    },
    {
      title: text.goesTo,
      value: (rule) => (
        <>
          <span className={typography.muted}>{text.severities[rule.severity]}</span>
          <small>{kindsOf(rule).join(", ") || "–"}</small>
        </>
      ),
    },
    { title: text.fired, kind: "number", value: ({ fired }) => count(fired) },
    {
      title: shared.action,
      kind: "actions",
      value: (rule) => (
        <Button
          className={small}
          disabled={!allowed}
          aria-label={`${rule.mute ? text.unmute : text.mute}: ${ruleName(rule.name)}`}
          onClick={() => setSelectedRule(rule)}
        >
          {rule.mute ? text.unmute : text.mute}
        </Button>
      ),
    },
  ];
  return (
    <Panel first title={text.rulesTitle} note={text.rulesNote}>
      <DataTable
        caption={text.rulesTitle}
        columns={columns}
        rows={rules.toSorted((a, b) => Number(b.is_raised) - Number(a.is_raised))}
        keyOf={({ name }) => name}
        rowTone={({ is_raised, severity }) => (is_raised ? (severity === "critical" ? "bad" : "wait") : undefined)}
        showsAll
      />
      {selectedRule && <MuteRule rule={selectedRule} onClose={() => setSelectedRule(null)} onDone={onDone} />}
    </Panel>
  );
}

function Now({ rule: { is_raised, changed_at, value, unit, severity, mute } }: { rule: Rule }) {
  const at = changed_at ? formatMomentWithin(new Date(changed_at), new Date()) : "";
  return (
    <>
      <State tone={is_raised ? (severity === "critical" ? "bad" : "wait") : value == null ? "off" : "good"}>
        {is_raised ? text.raised({ time: at }) : value == null ? text.unknown : text.quiet}
      </State>
      {value != null && <small>{text.value({ value: amount(value, unit) })}</small>}
      {mute && (
        <small>
          {mute.until
            ? text.mutedUntil({ operator: mute.operator, time: formatMomentWithin(new Date(mute.until), new Date()) })
            : text.mutedBy({ operator: mute.operator })}
        </small>
      )}
    </>
  );
}
