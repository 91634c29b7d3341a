import valley from "art:scene-dragon-valley";
import * as text from "text:places";
import { ErrorState } from "@shared/components/ErrorState";
import { NoSubject } from "@shared/components/NoSubject";
import { PageHead } from "@shared/components/PageHead";
import { SubjectStates } from "@shared/components/SubjectStates";
import { paths } from "@shared/paths";
import type { ReactNode } from "react";

interface PlaceProps<T> {
  data: T | null | undefined;
  error: unknown;
  kind: "bosses" | "castles";
  children: (data: T) => ReactNode;
}

/** The states of the page of a boss or castle: loading, failed, none under this address. */
export const Place = <T,>({ kind, ...states }: PlaceProps<T>) => (
  <SubjectStates
    {...states}
    loading={text.loading}
    failure={<ErrorState title={text.failed} />}
    none={<NoPlace kind={kind} />}
  />
);

function NoPlace({ kind }: { kind: PlaceProps<unknown>["kind"] }) {
  const isBoss = kind === "bosses";
  return (
    <NoSubject
      head={<PageHead title={isBoss ? text.noBoss : text.noCastle} picture={valley} scene="valley" />}
      title={text.otherName}
      to={{ pathname: paths.world, search: `?tab=${kind}` }}
    >
      {isBoss ? text.allBosses : text.allCastles}
    </NoSubject>
  );
}
