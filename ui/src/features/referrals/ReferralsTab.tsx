import * as text from "text:referrals";
import { errorText } from "@shared/api/client";
import { type Answer, useGet } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { CharacterName } from "@shared/components/CharacterName";
import { Panel } from "@shared/components/Panel";
import { SectionHead } from "@shared/components/SectionHead";
import { Skeleton } from "@shared/components/Skeleton";
import { Cell, Row, RowHeader, Table } from "@shared/components/Table";
import { formatDay } from "@shared/dates";
import { formatNumber } from "@shared/format";
import { useRef, useState } from "react";
import * as css from "./referrals.module.css";

const PATH = "/api/player/referrals";

type Referrals = Answer<typeof PATH>;
type Referral = Referrals["data"][number];

/** The player's link, and the accounts that registered through it. */
export default function ReferralsTab() {
  const { data, error } = useGet(PATH);
  if (!data) return error ? <p role="alert">{errorText(error, text.failed)}</p> : <Skeleton />;
  return (
    <div className={css.stack}>
      <section aria-labelledby="referral-link">
        <SectionHead id="referral-link" title={text.link} />
        <Panel padded className={css.link}>
          <OwnLink code={data.code} />
          <p>
            {text.terms({ referrer: formatNumber(data.referrer_coins), account: formatNumber(data.account_coins) })}
            <br />
            {text.condition({ level: formatNumber(data.level), hours: formatNumber(data.play_hours) })}
          </p>
          <p className={css.note}>
            {text.rules({ count: data.paid_per_month })}
            {data.hold_hours > 0 && ` ${text.hold({ hours: formatNumber(data.hold_hours) })}`}
          </p>
        </Panel>
      </section>
      <List referrals={data} />
    </div>
  );
}

function OwnLink({ code }: { code: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  const address = `${window.location.origin}/?ref=${code}`;
  // The clipboard API exists only over https; elsewhere the selected text can be copied by hand.
  const copy = () => {
    input.current?.select();
    navigator.clipboard?.writeText(address).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <div className={css.row}>
      <input
        ref={input}
        className={css.address}
        readOnly
        value={address}
        aria-labelledby="referral-link"
        onFocus={({ target }) => target.select()}
      />
      <Button look="secondary" onClick={copy}>
        {copied ? text.copied : text.copy}
      </Button>
    </div>
  );
}

function List({ referrals }: { referrals: Referrals }) {
  return (
    <section aria-labelledby="referral-list">
      <SectionHead id="referral-list" title={text.list} />
      {referrals.data.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        <Panel as="div">
          <Table columns={[text.character, text.state, text.registered]} cards={false} aria-labelledby="referral-list">
            {referrals.data.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own, and never move
              <Row key={index}>
                <RowHeader>{row.character ? <CharacterName {...row.character} /> : text.noCharacter}</RowHeader>
                <Cell>{stateOf(row, referrals)}</Cell>
                <Cell>
                  <time dateTime={row.registered_at}>{formatDay(new Date(row.registered_at))}</time>
                </Cell>
              </Row>
            ))}
          </Table>
        </Panel>
      )}
    </section>
  );
}

function stateOf({ state, level, minutes }: Referral, terms: Referrals): string {
  if (state !== "waiting") return text[state];
  return text.progress({
    level: formatNumber(level),
    needed: formatNumber(terms.level),
    played: formatNumber(Math.floor(minutes / 60)),
    hours: formatNumber(terms.play_hours),
  });
}
