import * as text from "text:adminPlayers";
import * as shared from "text:shared";
import { post } from "@shared/api/client";
import { Banner } from "@shared/components/Banner";
import { Button } from "@shared/components/Button";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { type Answer, type Body, useAdmin } from "../api/useAdmin";
import { money } from "../overview/money";
import { useLinkTo } from "../pages";
import { Icon, type IconName } from "../parts/Icon";
import * as layout from "../parts/layout.module.css";
import { PageTitle } from "../parts/PageTitle";
import { Panel } from "../parts/Panel";
import { Empty, LoadState, State } from "../parts/States";
import * as typography from "../parts/typography.module.css";
import { usePermission } from "../session";
import { Problem } from "../sign-in/Problem";
import { useSubmit } from "../sign-in/useSubmit";
import { count, moment } from "./format";
import { Online } from "./Online";
import { OpenDeliveries } from "./OpenDeliveries";
import * as css from "./search.module.css";
import { toneOf } from "./states";

type Hit = Body<"SearchHit">;

const ICONS: Readonly<Record<Hit["kind"], IconName>> = {
  payment: "card",
  donation: "card",
  delivery: "coins",
  account: "users",
  character: "users",
  email: "file",
  address: "home",
  competition: "trophy",
};

/** Hits of the search field; arrow keys move between the hits. */
export function Search() {
  const [parameters] = useSearchParams();
  const q = parameters.get("q") ?? "";
  const { data, error, mutate } = useAdmin(q ? "/api/admin/search" : null, { q });
  return (
    <>
      <PageTitle title={shared.players} note={q ? text.foundFor({ text: q }) : text.searchNote} />
      {q ? (
        <Panel title={text.hits}>
          {data ? <Hits key={q} answer={data} q={q} /> : <LoadState error={error} onRetry={mutate} />}
        </Panel>
      ) : parameters.get("list") === "online" ? (
        <Online />
      ) : (
        <OpenDeliveries />
      )}
    </>
  );
}

function Hits({ answer, q }: { answer: Answer<"/api/admin/search">; q: string }) {
  const [inGame, setInGame] = useState<readonly Hit[]>([]);
  const hits = [...answer.data, ...inGame];
  return (
    <>
      {answer.incomplete && <Banner tone="wait" icon="alert" title={text.incomplete} />}
      {hits.length === 0 && <Empty>{text.nothingFound}</Empty>}
      <ul>
        {hits.map((hit) => (
          <li key={`${hit.kind} ${hit.id} ${hit.account}`}>
            <HitLink hit={hit} />
          </li>
        ))}
      </ul>
      {answer.is_email && <GameEmail email={q} onFound={setInGame} />}
    </>
  );
}

function HitLink({ hit }: { hit: Hit }) {
  const page = useLinkTo()(`${hit.kind}:${hit.id}`);
  const content = (
    <>
      <Icon name={ICONS[hit.kind]} />
      <span>
        <b className={typography.anywhere}>{hit.title || hit.id}</b>
        <small>
          {[
            text.kinds[hit.kind],
            hit.id !== hit.account && hit.account && text.ofAccount({ account: hit.account }),
            hit.class_name && `${hit.class_name} ${hit.level}`,
            hit.amount != null && money(hit.amount, hit.currency),
            hit.coins != null && shared.coinsShown({ count: hit.coins, shown: count(hit.coins) }),
            hit.at != null && moment(hit.at),
          ]
            .filter(Boolean)
            .join(" · ")}
        </small>
      </span>
      <span>{hit.state && <State tone={toneOf(hit.state)}>{text.hitStates[hit.state]}</State>}</span>
    </>
  );
  if (page)
    return (
      <Link className={css.hit} to={page} onKeyDown={moveFocus}>
        {content}
      </Link>
    );
  if (!hit.account) return <div className={css.hit}>{content}</div>;
  const query = hit.kind === "donation" ? `?donation=${hit.id}` : "";
  return (
    <Link className={css.hit} to={`/players/${encodeURIComponent(hit.account)}${query}`} onKeyDown={moveFocus}>
      {content}
    </Link>
  );
}

function moveFocus(event: React.KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const links = [...document.querySelectorAll<HTMLElement>("main li > a")];
  links[links.indexOf(event.currentTarget) + step]?.focus();
}

/** Accounts of the game with this email: a search of its own, since it reads the whole table. */
function GameEmail({ email, onFound }: { email: string; onFound: (hits: readonly Hit[]) => void }) {
  const { allowed } = usePermission("players.search_game");
  const [isEmpty, setEmpty] = useState(false);
  const { submit, isBusy, problem } = useSubmit(async () => {
    const { data } = await post<Answer<"/api/admin/search">>("/api/admin/search/game-email", { email });
    onFound(data);
    setEmpty(data.length === 0);
  });
  return (
    <form className={layout.bodyStack} onSubmit={submit}>
      <p className={typography.hint}>{text.gameEmailNote}</p>
      <div>
        <Button type="submit" disabled={!allowed} busy={isBusy}>
          {text.gameEmail}
        </Button>
      </div>
      {isEmpty && <p role="status">{text.nothingFound}</p>}
      <Problem text={problem} />
    </form>
  );
}
