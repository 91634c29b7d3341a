import * as text from "text:adminOverview";
import { formatNumber } from "@shared/format";
import type { Body } from "../api/useAdmin";
import { FactList } from "../parts/FactList";
import { Panel } from "../parts/Panel";
import { Empty, State } from "../parts/States";

type FactName = keyof typeof text.factNames;

export function Health({ parts }: { parts: readonly Body<"PartHealth">[] }) {
  return (
    <Panel title={text.health}>
      <table className="t fold two">
        <caption className="visually-hidden">{text.health}</caption>
        <thead>
          <tr>
            <th scope="col">{text.part}</th>
            <th scope="col">{text.state}</th>
            <th scope="col">{text.facts}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ part, is_up, facts }) => (
            <tr key={part} className={is_up ? undefined : "hotrow"}>
              <th scope="row">{text.parts[part]}</th>
              <td className="k">
                <State tone={is_up ? "good" : "bad"}>{is_up ? text.up : text.down}</State>
              </td>
              <td data-l={text.facts}>
                {Object.entries(facts)
                  .map(([name, value]) => `${formatNumber(Math.round(value))} ${text.factNames[name as FactName]}`)
                  .join(" · ")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

export function Switches({ switches }: { switches: readonly Body<"FeatureSwitch">[] }) {
  return (
    <Panel title={text.switches}>
      <FactList
        inPanel
        facts={switches.map(({ feature, is_on }) => [
          text.features[feature],
          <State key={feature} tone={is_on ? "good" : "off"}>
            {is_on ? text.on : text.off}
          </State>,
        ])}
      />
    </Panel>
  );
}

export function FailedStatements({ rows }: { rows: readonly Body<"FailedQuery">[] }) {
  return (
    <Panel title={text.failing} note={text.failingNote}>
      {rows.length === 0 ? (
        <Empty>{text.failingNone}</Empty>
      ) : (
        <table className="t tight">
          <caption className="visually-hidden">{text.failing}</caption>
          <thead>
            <tr>
              <th scope="col">{text.statement}</th>
              <th scope="col">{text.reason}</th>
              <th scope="col" className="n">
                {text.count}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ role, query, reason, count }) => (
              <tr key={`${role} ${query} ${reason}`}>
                <th scope="row" className="mono">
                  {query}
                </th>
                <td>{reason}</td>
                <td className="n">{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
