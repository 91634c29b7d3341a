import * as text from "text:economyReport";
import { MoreLink } from "@shared/components/MoreLink";

const EconomyLink = () => <MoreLink to="/economy">{text.title}</MoreLink>;
export default EconomyLink;
