import { classes } from "@shared/components/classes";
import * as records from "@shared/components/records.module.css";
import * as css from "./history.module.css";

/** Classes of the cells, of a donation and of its skeleton. */
export const AMOUNT = classes(records.amount, css.amount);
export const METHOD = classes(records.cut, records.muted, css.method);
export const CHARACTER = classes(records.cut, css.character);
export const COINS: string = records.coins;
