import * as text from "text:guide";
import { formatAppointment } from "@shared/appointment";
import { LocalTime } from "@shared/components/LocalTime";
import type { About } from "./answers";
import { formatMultiplier } from "./chances";
import * as css from "./guide.module.css";

/** The rates of the server that the chances are computed with, and what they assume. */
export const Rates = ({ about: { rates, read_at } }: { about: About }) => (
  <p className={css.note}>
    {text.rates({
      items: formatMultiplier(rates.items),
      adena: formatMultiplier(rates.adena),
      spoil: formatMultiplier(rates.spoil),
      raid: formatMultiplier(rates.raid_items),
      time: <LocalTime inSentence at={new Date(read_at * 1000).toISOString()} format={formatAppointment} />,
    })}{" "}
    {text.assumed}
  </p>
);
