import type { DonationPlace } from "@shared/panels";
import { Announcements } from "./Announcements";
import { GivenCoins } from "./GivenCoins";
import { OfferedBonus } from "./OfferedBonus";

/** What campaigns show at a place of another page. All places share this script, which comes after their page. */
export default function CampaignPart({ coins, onBonus, donation, inWallet, isShort = false }: DonationPlace) {
  if (coins) return <OfferedBonus coins={coins} onBonus={onBonus} />;
  if (donation || inWallet) return <GivenCoins donation={donation} />;
  return <Announcements isShort={isShort} />;
}
