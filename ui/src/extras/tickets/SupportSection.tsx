import * as text from "text:tickets";
import { LinkButton } from "@shared/components/Button";
import { ListHead } from "@shared/components/ListHead";

/** The way to the tickets, in the player's profile. */
export default function SupportSection() {
  return (
    <section aria-labelledby="support">
      <ListHead
        id="support"
        title={text.title}
        note={text.lead}
        action={<LinkButton to="/tickets">{text.mine}</LinkButton>}
      />
    </section>
  );
}
