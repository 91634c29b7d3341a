import * as shell from "text:admin";
import * as text from "text:adminOperators";
import * as shared from "text:shared";
import { Button } from "@shared/components/Button";
import { formatShortDay } from "@shared/dates";
import { useState } from "react";
import { type Body, useAdmin } from "../api/useAdmin";
import { ChangePanel } from "../parts/ChangePanel";
import { type Column, DataTable } from "../parts/DataTable";
import { small } from "../parts/density.module.css";
import { PageTitle } from "../parts/PageTitle";
import { Panel } from "../parts/Panel";
import { LoadState, State } from "../parts/States";
import * as typography from "../parts/typography.module.css";
import { usePermission, useSession } from "../session";
import { AddOperator } from "./AddOperator";
import { ChangeOperator, pathOf } from "./ChangeOperator";
import { ShownPassword } from "./ShownPassword";

type Entry = Body<"OperatorEntry">;
type Task = "change" | "password" | "factors";

interface OpenTask {
  readonly task: Task;
  readonly operator: Entry;
}

/** Operators who may sign in here, and their roles. */
export function Operators() {
  const { data, error, mutate } = useAdmin("/api/admin/operators");
  const { allowed } = usePermission("operators.change");
  const [open, setOpen] = useState<OpenTask | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [shown, setShown] = useState<{ name: string; password: string } | null>(null);
  const show = (name: string, password: string) => {
    setShown({ name, password });
    void mutate();
  };
  return (
    <>
      <PageTitle
        title={shell.pages.operators}
        note={text.note}
        actions={allowed && <Button onClick={() => setAdding(true)}>{text.add}</Button>}
      />
      <Panel title={shell.pages.operators}>
        {data ? (
          <Rows rows={data.data} canChange={allowed} onOpen={setOpen} />
        ) : (
          <LoadState error={error} onRetry={mutate} />
        )}
      </Panel>
      {isAdding && <AddOperator onClose={() => setAdding(false)} onDone={show} />}
      {open && <TaskPanel {...open} onClose={() => setOpen(null)} onDone={() => mutate()} onPassword={show} />}
      {shown && <ShownPassword {...shown} onClose={() => setShown(null)} />}
    </>
  );
}

interface TaskProps extends OpenTask {
  onClose: () => void;
  onDone: () => void;
  onPassword: (name: string, password: string) => void;
}

function TaskPanel({ task, operator, onClose, onDone, onPassword }: TaskProps) {
  const { name } = operator;
  const sessionsEnd = <p className={typography.hint}>{text.sessionsEnd}</p>;
  if (task === "change") return <ChangeOperator operator={operator} onClose={onClose} onDone={onDone} />;
  if (task === "factors")
    return (
      <ChangePanel
        title={text.resetFactorsOf({ name })}
        action={text.resetFactors}
        path={`${pathOf(operator)}/reset-factors`}
        onClose={onClose}
        onDone={onDone}
      >
        {sessionsEnd}
      </ChangePanel>
    );
  return (
    <ChangePanel<Body<"PasswordSet">>
      title={text.newPasswordOf({ name })}
      action={text.newPassword}
      path={`${pathOf(operator)}/password`}
      onClose={onClose}
      onDone={({ password }) => onPassword(name, password)}
    >
      {sessionsEnd}
    </ChangePanel>
  );
}

interface RowsProps {
  rows: readonly Entry[];
  canChange: boolean;
  onOpen: (open: OpenTask) => void;
}

function Rows({ rows, canChange, onOpen }: RowsProps) {
  const { name: ownName } = useSession();
  const columns: readonly Column<Entry>[] = [
    { title: shared.name, value: ({ name }) => name },
    { title: shared.state, kind: "lead", value: stateOf },
    { title: text.role, value: ({ role }) => shell.roles[role] },
    { title: text.factors, kind: "number", value: ({ factors }) => factors },
    { title: shared.sinceLabel, kind: "time", value: ({ created_at }) => formatShortDay(new Date(created_at)) },
    {
      title: text.change,
      hidden: true,
      kind: "actions",
      value: (row) =>
        canChange &&
        row.name !== ownName &&
        TASKS.filter((task) => task !== "factors" || row.factors > 0).map((task) => (
          <Button
            key={task}
            className={small}
            onClick={() => onOpen({ task, operator: row })}
            aria-label={NAMES[task]({ name: row.name })}
          >
            {LABELS[task]}
          </Button>
        )),
    },
  ];
  return (
    <DataTable caption={shell.pages.operators} columns={columns} rows={rows} keyOf={({ name }) => name} showsAll />
  );
}

const TASKS: readonly Task[] = ["change", "password", "factors"];
const LABELS = { change: text.change, password: text.newPassword, factors: text.resetFactors };
const NAMES = { change: text.changeOf, password: text.newPasswordOf, factors: text.resetFactorsOf };

function stateOf({ disabled_at, factors }: Entry) {
  if (disabled_at) return <State tone="off">{text.disabled}</State>;
  return factors === 0 ? <State tone="wait">{text.noFactor}</State> : <State tone="good">{text.enabled}</State>;
}
