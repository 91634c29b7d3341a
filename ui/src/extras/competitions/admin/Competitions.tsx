import { useParams } from "react-router-dom";
import { Competition } from "./Competition";
import { CompetitionList } from "./CompetitionList";

/** One competition by its number in the address, or all of them. */
export function Competitions() {
  const { id } = useParams();
  return id === undefined ? <CompetitionList /> : <Competition key={id} id={id} />;
}
