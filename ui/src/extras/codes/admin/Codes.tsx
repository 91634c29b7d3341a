import { useExtra } from "@admin/session";
import { useParams } from "react-router-dom";
import { Campaign } from "./Campaign";
import { Campaigns } from "./Campaigns";
import { Referrals } from "./Referrals";

/** One campaign by its number in the address, the referrals, or all campaigns. */
export function Codes() {
  const { id } = useParams();
  const hasCodes = useExtra("codes");
  if (id === "referrals" || !hasCodes) return <Referrals />;
  return id === undefined ? <Campaigns /> : <Campaign key={id} id={id} />;
}
