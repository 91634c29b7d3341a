import { Deliveries } from "../deliveries/Deliveries";
import { DonationHistory } from "./history/DonationHistory";

/** Payments of the account and its deliveries to characters; loaded after the form. */
export default function Records() {
  return (
    <>
      <DonationHistory />
      <Deliveries />
    </>
  );
}
