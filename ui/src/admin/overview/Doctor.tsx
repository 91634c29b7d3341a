import * as text from "text:adminOverview";
import { Button } from "@shared/components/Button";
import { useState } from "react";
import { post } from "../api/client";
import type { Body } from "../api/useAdmin";
import { small } from "../parts/density.module.css";
import { Icon } from "../parts/Icon";
import { Panel } from "../parts/Panel";
import { Empty, State } from "../parts/States";
import { Problem } from "../sign-in/Problem";
import { useSubmit } from "../sign-in/useSubmit";

type Report = Body<"DoctorReport">;

const TONES = { ok: "good", advice: "wait", bad: "bad" } as const;
const ORDER = ["bad", "advice", "ok"];

/** Runs `gateway doctor`; what is bad comes first. */
export function Doctor() {
  const [report, setReport] = useState<Report | null>(null);
  const { run, isBusy, problem } = useSubmit(async () => setReport(await post<Report>("/api/admin/doctor")));
  const findings = report?.findings.toSorted((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level)) ?? [];
  return (
    <Panel
      title={text.doctor}
      note={report ? text.doctorTook({ seconds: String(report.seconds) }) : undefined}
      actions={
        <Button className={small} busy={isBusy} onClick={run}>
          <Icon name="play" small />
          {text.run}
        </Button>
      }
    >
      <Problem text={problem} />
      {report ? (
        <ul className="findings" aria-live="polite">
          {findings.map(({ topic, level, text: message, do: remedy }) => (
            <li key={`${topic} ${message}`}>
              <State tone={TONES[level]}>{text.levels[level]}</State>
              <p lang="en">
                <span className="muted">{topic}</span> {message}
                {remedy && <span className="mono gold">{remedy}</span>}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <Empty>{text.doctorNone}</Empty>
      )}
    </Panel>
  );
}
