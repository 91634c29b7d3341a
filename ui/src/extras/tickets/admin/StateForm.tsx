import * as text from "text:adminTickets";
import * as tickets from "text:tickets";
import type { Body } from "@admin/api/useAdmin";
import { small } from "@admin/parts/density.module.css";
import * as layout from "@admin/parts/layout.module.css";
import { Panel } from "@admin/parts/Panel";
import { usePermission } from "@admin/session";
import { Problem } from "@admin/sign-in/Problem";
import { Button } from "@shared/components/Button";
import { SelectField } from "@shared/components/Field";
import { useState } from "react";
import { useTicketChange } from "./useTicketChange";

type Ticket = Body<"OperatorTicket">;
type State = Body<"TicketStateForm">["state"];

const ACTIONS: Readonly<Record<State, string>> = { waiting: text.setAside, open: text.reopen, closed: text.close };

/** Sets the ticket aside, opens or closes it, or gives it another topic. */
export function StateForm({ ticket, onChange }: { ticket: Ticket; onChange: () => void }) {
  const { allowed } = usePermission("tickets.answer");
  if (!allowed) return null;
  return (
    <Panel title={text.change}>
      <div className={layout.bodyStack}>
        <div className={layout.row}>
          {(Object.keys(ACTIONS) as State[])
            .filter((state) => state !== ticket.state)
            .map((state) => (
              <Change key={state} ticket={ticket} state={state} onChange={onChange} />
            ))}
        </div>
        <Topic ticket={ticket} onChange={onChange} />
      </div>
    </Panel>
  );
}

function Change({ ticket, state, onChange }: { ticket: Ticket; state: State; onChange: () => void }) {
  const { run, isBusy, problem } = useTicketChange(pathOf(ticket), { state }, onChange, onChange);
  return (
    <>
      <Button className={small} busy={isBusy} onClick={() => void run()}>
        {ACTIONS[state]}
      </Button>
      <Problem text={problem} />
    </>
  );
}

/** Another topic opens the ticket for the operators of that topic. */
function Topic({ ticket, onChange }: { ticket: Ticket; onChange: () => void }) {
  const [topic, setTopic] = useState(ticket.topic);
  const form = { state: "open", topic };
  const { run, isBusy, problem } = useTicketChange(pathOf(ticket), form, onChange, onChange);
  return (
    <>
      <SelectField
        label={text.topic}
        value={topic}
        onChange={({ target }) => setTopic(target.value as Ticket["topic"])}
      >
        {Object.entries(tickets.topics).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      {topic !== ticket.topic && (
        <div>
          <Button className={small} busy={isBusy} onClick={() => void run()}>
            {text.move}
          </Button>
        </div>
      )}
      <Problem text={problem} />
    </>
  );
}

const pathOf = ({ id }: Ticket): string => `/api/admin/tickets/${id}/state`;
