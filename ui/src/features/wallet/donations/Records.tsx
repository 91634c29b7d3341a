import { Deliveries } from "../deliveries/Deliveries";
import { DonationHistory } from "./history/DonationHistory";

/** What the account has paid, and what it has sent to characters; loaded after the form. */
export default function Records() {
  return (
    <>
      <DonationHistory />
      <Deliveries />
    </>
  );
}
