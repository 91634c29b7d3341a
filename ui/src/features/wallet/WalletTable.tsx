import type { Answer } from "@shared/api/useGet";
import { Button } from "@shared/components/Button";
import { Amount, UNKNOWN } from "./Amount";
import * as css from "./wallet.module.css";

export type Balances = Answer<"/api/player/balances">;

const PENDING = "Coins not yet in the game (site balance, in delivery, on hold).";

interface Props {
  balances: Balances;
  hidden: boolean;
  /** Null if nothing can be sent. */
  onSend: (() => void) | null;
}

/** Balances per character, and coins not yet in the game. */
export function WalletTable({ balances, hidden, onSend }: Props) {
  const { character_balances: rows, lucky_coins: coins, adena } = balances;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
    <section className={css.rows} aria-label="Balances by character" tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">Character</th>
            <th scope="col">Fishi Coins</th>
            <th scope="col">Adena</th>
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
                No characters yet.
              </td>
            </tr>
          )}
        </tbody>
        <tfoot>
          {coins.pending_delivery > 0 && (
            <tr>
              <th scope="row" title={PENDING}>
                Pending delivery
              </th>
              <td>
                <Amount value={coins.pending_delivery} hidden={hidden} />
              </td>
              <td className={css.send}>
                {onSend && (
                  <Button look="ghost" onClick={onSend}>
                    Send to character
                  </Button>
                )}
              </td>
            </tr>
          )}
          {adena.total_amount === null && (
            <tr>
              <td className={css.note} colSpan={3}>
                {UNKNOWN}
              </td>
            </tr>
          )}
        </tfoot>
      </table>
    </section>
  );
}
