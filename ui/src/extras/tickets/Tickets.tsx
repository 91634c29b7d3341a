import harbour from "art:scene-harbour";
import * as shared from "text:shared";
import * as text from "text:tickets";
import { Button } from "@shared/components/Button";
import { PageHead } from "@shared/components/PageHead";
import { Panel } from "@shared/components/Panel";
import { useDialogs } from "@shared/stores/dialogs";
import { useSession } from "@shared/stores/session";
import * as utility from "@shared/styles/utility.module.css";
import { useSearchParams } from "react-router-dom";
import { Overview } from "./Overview";
import { TicketThread } from "./TicketThread";
import * as css from "./tickets.module.css";

/** The player's tickets: one of them, or their list with the form for a new one. The address says which. */
export default function Tickets() {
  const isSession = useSession(({ isAuthenticated, isFrozen }) => isAuthenticated && !isFrozen);
  const [query] = useSearchParams();
  const id = Number(query.get("ticket"));
  return (
    <>
      <PageHead title={text.title} picture={harbour} scene="harbour" short>
        {text.lead}
      </PageHead>
      <div className={utility.wrap}>
        <div className={css.page}>
          {!isSession ? <LoginFirst /> : id ? <TicketThread key={id} id={id} /> : <Overview />}
        </div>
      </div>
    </>
  );
}

function LoginFirst() {
  const show = useDialogs((dialogs) => dialogs.show);
  return (
    <Panel padded className={css.login}>
      <p>{text.loginFirst}</p>
      <Button look="primary" onClick={() => show("login")}>
        {shared.login}
      </Button>
    </Panel>
  );
}
