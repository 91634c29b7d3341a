import * as game from "text:game";
import * as shared from "text:shared";
import * as text from "text:wallet";
import type { Answer } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { Cell, Row, RowHeader, Table } from "@shared/components/Table";
import { Amount } from "./Amount";
import * as css from "./wallet.module.css";

export type Balances = Answer<"/api/player/balances">;

interface Props {
  balances: Balances;
  coinName: string;
  hidden: boolean;
  /** Null if nothing can be sent. */
  onSend: (() => void) | null;
}

/** Balances per character, and coins not yet in the game. */
export function WalletTable({ balances, coinName, hidden, onSend }: Props) {
  const { lucky_coins: coins, adena } = balances;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
    <section className={css.rows} aria-label={text.byCharacter} tabIndex={0}>
      <Table
        dense
        className={css.table}
        rows={balances.character_balances}
        keyOf={({ character_id }) => character_id}
        columns={[
          { name: game.character, show: ({ character_name }) => <bdi title={character_name}>{character_name}</bdi> },
          { name: coinName, show: ({ lucky_coins }) => <Amount value={lucky_coins} hidden={hidden} /> },
          { name: game.adena, show: ({ adena }) => <Amount value={adena} hidden={hidden} /> },
        ]}
        foot={
          <>
            {coins.pending_delivery > 0 && (
              <Row>
                <RowHeader title={text.pendingHint}>{text.pending}</RowHeader>
                <Cell>
                  <Amount value={coins.pending_delivery} hidden={hidden} />
                </Cell>
                <Cell className={css.send}>
                  {onSend && (
                    <Button look="ghost" onClick={onSend}>
                      {shared.sendToCharacter}
                    </Button>
                  )}
                </Cell>
              </Row>
            )}
            {adena.total_amount === null && <Note>{text.unanswered}</Note>}
          </>
        }
      >
        {balances.character_balances.length === 0 && <Note>{text.noCharacters}</Note>}
      </Table>
    </section>
  );
}

const Note = ({ children }: { children: string }) => (
  <Row>
    <Cell className={css.note} colSpan={3}>
      {children}
    </Cell>
  </Row>
);
