import * as text from "text:wallet";
import type { Answer } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
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
  const { character_balances: rows, lucky_coins: coins, adena } = balances;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
    <section className={css.rows} aria-label={text.byCharacter} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{text.character}</th>
            <th scope="col">{coinName}</th>
            <th scope="col">{text.adena}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ character_id, character_name, lucky_coins, adena }) => (
            <tr key={character_id}>
              <th scope="row" title={character_name}>
                <bdi>{character_name}</bdi>
              </th>
              <td>
                <Amount value={lucky_coins} hidden={hidden} />
              </td>
              <td>
                <Amount value={adena} hidden={hidden} />
              </td>
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td className={css.note} colSpan={3}>
                {text.noCharacters}
              </td>
            </tr>
          )}
        </tbody>
        <tfoot>
          {coins.pending_delivery > 0 && (
            <tr>
              <th scope="row" title={text.pendingHint}>
                {text.pending}
              </th>
              <td>
                <Amount value={coins.pending_delivery} hidden={hidden} />
              </td>
              <td className={css.send}>
                {onSend && (
                  <Button look="ghost" onClick={onSend}>
                    {text.send}
                  </Button>
                )}
              </td>
            </tr>
          )}
          {adena.total_amount === null && (
            <tr>
              <td className={css.note} colSpan={3}>
                {text.unanswered}
              </td>
            </tr>
          )}
        </tfoot>
      </table>
    </section>
  );
}
