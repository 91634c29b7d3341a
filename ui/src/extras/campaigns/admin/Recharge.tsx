import { useParams } from "react-router-dom";
import { RechargeCampaign } from "./RechargeCampaign";
import { RechargeCampaigns } from "./RechargeCampaigns";

/** One recharge campaign by its number in the address, or all. */
export function Recharge() {
  const { id } = useParams();
  return id === undefined ? <RechargeCampaigns /> : <RechargeCampaign key={id} id={id} />;
}
