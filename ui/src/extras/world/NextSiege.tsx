import * as shared from "text:shared";
import * as text from "text:world";
import { formatAppointment } from "@shared/appointment";
import { LocalTime } from "@shared/components/LocalTime";
import * as utility from "@shared/styles/utility.module.css";
import type { Castle } from "./castle";

/** Some games make the date of a siege only when a player opens the castle's window. */
export function NextSiege({ castle: { siege_at, is_siege_running } }: { castle: Castle }) {
  if (is_siege_running) return shared.underWay;
  if (!siege_at) return <span className={utility.muted}>{text.noDateOfGame}</span>;
  return <LocalTime at={siege_at} format={formatAppointment} />;
}
