import * as text from "text:tickets";
import { LinkButton } from "@shared/components/Button";
import type { DonationSubject } from "@shared/panels";
import * as css from "./tickets.module.css";

/** Begins a ticket about a donation. */
export default function AskAboutDonation({ donation }: DonationSubject) {
  return (
    <LinkButton className={css.ask} to={`/tickets?donation=${donation.id}`}>
      {text.ask}
    </LinkButton>
  );
}
