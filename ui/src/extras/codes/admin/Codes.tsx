import { useParams } from "react-router-dom";
import { Campaign } from "./Campaign";
import { Campaigns } from "./Campaigns";

/** One campaign by its number in the address, or all campaigns. */
export function Codes() {
  const { id } = useParams();
  return id === undefined ? <Campaigns /> : <Campaign key={id} id={id} />;
}
