import * as text from "text:adminOverview";
import { post } from "@shared/api/client";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import { useState } from "react";
import type { Body } from "../api/useAdmin";
import { small } from "../parts/density.module.css";
import { Icon } from "../parts/Icon";
import { Panel } from "../parts/Panel";
import { Empty, State } from "../parts/States";
import * as typography from "../parts/typography.module.css";
import { Problem } from "../sign-in/Problem";
import { useSubmit } from "../sign-in/useSubmit";
import * as css from "./doctor.module.css";

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
          <Icon name="play" />
          {text.run}
        </Button>
      }
    >
      <Problem text={problem} />
      {report ? (
        <ul className={css.findings} aria-live="polite">
          {findings.map(({ topic, title, level, text: message, do: remedy }) => (
            <li key={`${topic} ${message}`}>
              <State tone={TONES[level]}>{text.levels[level]}</State>
              <p>
                <span className={typography.muted}>{title}</span> {message}
                {remedy && <span className={classes(typography.mono, typography.gold)}>{remedy}</span>}
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
