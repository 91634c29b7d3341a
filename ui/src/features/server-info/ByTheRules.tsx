import * as text from "text:serverInfo";
import { usePresent } from "@shared/present";
import * as css from "./figure-strip.module.css";

/** Tells the operator's rules below from the game's present state beside them; nothing without that. */
export const ByTheRules = () => usePresent() && <p className={css.rules}>{text.byTheRules}</p>;
