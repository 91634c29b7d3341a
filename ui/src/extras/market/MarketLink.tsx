import * as text from "text:market";
import { MoreLink } from "@shared/components/MoreLink";

const MarketLink = () => <MoreLink to="/market">{text.title}</MoreLink>;
export default MarketLink;
