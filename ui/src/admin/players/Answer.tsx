import * as text from "text:adminPlayers";
import { Button } from "@shared/components/Button";
import { CopyButton } from "@shared/components/CopyButton";
import * as chip from "@shared/components/chip.module.css";
import { classes } from "@shared/components/classes";
import * as control from "@shared/components/field.module.css";
import { Timeline } from "@shared/components/Timeline";
import { LANGUAGE } from "@shared/format";
import { columns900 } from "@shared/styles/columns.module.css";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { type Body, useAdmin } from "../api/useAdmin";
import * as factList from "../parts/fact-list.module.css";
import * as layout from "../parts/layout.module.css";
import { Panel } from "../parts/Panel";
import { LoadState } from "../parts/States";
import type { Action } from "./actionRules";
import * as css from "./answer.module.css";
import { moment } from "./format";
import type { AccountProps } from "./types";

type PlayerAnswer = Body<"PlayerAnswer">;
type Question = PlayerAnswer["question"];

const STEPS = { done: "done", stop: "bad", open: "coming" } as const;
const QUESTIONS = Object.keys(text.questions) as Question[];

interface Props extends AccountProps {
  onAct: (action: Action) => void;
  /** Gets the reply that the key `c` copies. */
  onReply: (reply: string) => void;
}

/** The answer to one of the four questions of players, decided by the service. The question is in the address. */
export function Answer({ account, onAct, onReply }: Props) {
  const [parameters, setParameters] = useSearchParams();
  const question = QUESTIONS.find((name) => name === parameters.get("question")) ?? "paid";
  const query = {
    question,
    donation: question === "paid" ? (parameters.get("donation") ?? "") : "",
    item: question === "item" ? (parameters.get("item") ?? "") : "",
  };
  const { data, error, mutate } = useAdmin("/api/admin/accounts/{login}/answer", query, {
    names: { login: account.login },
  });
  const set = (name: string, value: string) => {
    const newParameters = new URLSearchParams(parameters);
    newParameters.set(name, value);
    setParameters(newParameters, { replace: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the account was changed by an action
  useEffect(() => void mutate(), [account]);
  return (
    <Panel first title={text.answer}>
      <div className={classes(layout.sideways, css.questions)}>
        {QUESTIONS.map((name) => (
          <button
            key={name}
            type="button"
            className={chip.chip}
            aria-pressed={name === question}
            onClick={() => set("question", name)}
          >
            {text.questions[name]}
          </button>
        ))}
      </div>
      {question === "item" && <ItemField onSearch={(item) => set("item", item)} initial={query.item} />}
      {data ? <Verdict answer={data} onAct={onAct} onReply={onReply} /> : <LoadState error={error} onRetry={mutate} />}
    </Panel>
  );
}

function ItemField({ onSearch, initial }: { onSearch: (item: string) => void; initial: string }) {
  return (
    <form
      className={layout.body}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(String(new FormData(event.currentTarget).get("item")).trim());
      }}
    >
      <input
        className={control.input}
        name="item"
        type="search"
        aria-label={text.itemHint}
        placeholder={text.itemHint}
        defaultValue={initial}
      />
    </form>
  );
}

interface VerdictProps {
  answer: PlayerAnswer;
  onAct: (action: Action) => void;
  onReply: (reply: string) => void;
}

function Verdict({ answer, onAct, onReply }: VerdictProps) {
  const [language, setLanguage] = useState(LANGUAGE.slice(0, 2));
  const reply = answer.replies[language] ?? answer.replies.en ?? "";
  useEffect(() => onReply(reply), [onReply, reply]);
  return (
    <>
      <div className={layout.bodyStack}>
        <VerdictText answer={answer} />
        <div className={classes(columns900, css.proof)}>
          <Evidence answer={answer} />
          <div className={layout.stack}>
            <div className={layout.row}>
              <h3>{text.reply}</h3>
              {Object.keys(answer.replies).map((name) => (
                <button
                  key={name}
                  type="button"
                  className={chip.chip}
                  aria-pressed={name === language}
                  onClick={() => setLanguage(name)}
                >
                  {name}
                </button>
              ))}
            </div>
            <p className={css.reply} lang={language}>
              {reply}
            </p>
          </div>
        </div>
      </div>
      <footer>
        {answer.actions.map((action, index) => (
          <Button
            key={`${action.kind} ${action.subject}`}
            look={index === 0 ? "primary" : "secondary"}
            onClick={() => onAct(action)}
          >
            {text.actions[action.kind]} {action.subject}
          </Button>
        ))}
        <CopyButton value={reply} copiedText={text.copied}>
          {text.copyReply}
          <kbd>c</kbd>
        </CopyButton>
      </footer>
    </>
  );
}

/** The verdict, and how far a donation went. */
export const VerdictText = ({ answer: { verdict, stations } }: { answer: PlayerAnswer }) => (
  <>
    <p className={css.verdict} aria-live="polite">
      {text.verdicts[verdict]}
    </p>
    {stations.length > 0 && (
      <Timeline
        steps={stations.map(({ name, state, at }) => ({
          name: text.stations[name],
          state: STEPS[state],
          note: state === "stop" ? text.notReached : moment(at),
        }))}
      />
    )}
  </>
);

export const Evidence = ({ answer: { evidence } }: { answer: PlayerAnswer }) => (
  <dl className={factList.facts}>
    {evidence.map((row, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the facts have no key
      <FactRow key={index} row={row} />
    ))}
  </dl>
);

/** The first digits of a donation's id; other subjects are short. */
const shortId = (subject: string): string => (/^[\da-f]{8}-/.test(subject) ? `${subject.slice(0, 8)}…` : subject);

function FactRow({ row: { kind, subject, value, at } }: { row: Body<"AnswerEvidence"> }) {
  const label = [text.evidence[kind], shortId(subject)].filter(Boolean).join(" ");
  return (
    <>
      <dt>{label}</dt>
      <dd>{[value, at != null && moment(at)].filter(Boolean).join(" · ") || "–"}</dd>
    </>
  );
}
