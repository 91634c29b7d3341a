import { useParams } from "react-router-dom";
import { TicketList } from "./TicketList";
import { TicketPage } from "./TicketPage";

/** One ticket by its number in the address, or all tickets. */
export function Tickets() {
  const { id } = useParams();
  return id === undefined ? <TicketList /> : <TicketPage key={id} id={id} />;
}
