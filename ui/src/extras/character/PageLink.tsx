import * as text from "text:character";
import * as shared from "text:shared";
import { LinkButton } from "@shared/components/Button";
import type { OwnCharacter } from "@shared/panels";
import { useOwnPage } from "./useOwnPage";

/** Leads to the page of an own character, if it has one. */
export default function PageLink({ character }: { character: OwnCharacter }) {
  const page = useOwnPage(character);
  return (
    page && (
      <LinkButton look="ghost" to={page.path}>
        {page.isPublic ? shared.publicPage : text.ownPage}
      </LinkButton>
    )
  );
}
