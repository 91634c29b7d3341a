import { Tip } from "./Tip";
import * as css from "./tip.module.css";

/** Stands where nothing is known, and says why: to whoever cannot see it, in its name already. */
export function Dash({ why }: { why: string }) {
  return (
    <Tip className={css.dash} tip={why} aria-label={`None. ${why}`} aria-describedby={undefined}>
      –
    </Tip>
  );
}

export const NO_CHARACTER = "There is no character on this account yet.";
export const NO_MAIL = "No e-mail address is recorded for this account. Edit Profile sets one.";
export const NO_ENTRY = "The game does not record when this account was made.";
export const NO_ADDRESS = "No address has been recorded for this account yet.";
export const NO_DEATHS = "This server does not count deaths.";
export const NO_LOGIN = "No login of this character has been recorded.";
export const NO_BIRTH = "This server does not record when a character was made.";
export const NO_FAME = "This server does not record fame.";
export const NO_VITAL = "The game has recorded no figure for this yet.";
export const NO_STAT = "This server does not keep the attribute in its database.";
export const NO_RATIO = "There is no death yet to divide by.";
