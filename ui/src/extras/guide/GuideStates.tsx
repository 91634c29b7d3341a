import forest from "art:scene-elven-forest";
import * as text from "text:guide";
import { ErrorState } from "@shared/components/ErrorState";
import { MoreLink } from "@shared/components/MoreLink";
import { PageHead } from "@shared/components/PageHead";
import { SubjectStates } from "@shared/components/SubjectStates";
import * as utility from "@shared/styles/utility.module.css";
import type { ReactNode } from "react";
import { GuideSearch } from "./GuideSearch";
import * as css from "./guide.module.css";
import { guidePaths } from "./paths";

interface GuideStatesProps<T> {
  data: T | null | undefined;
  error: unknown;
  /** Title of the page of a number that the datapack does not have. */
  none: string;
  children: (data: T) => ReactNode;
}

/** The states of the page of an item or a monster. */
export const GuideStates = <T,>({ none, ...states }: GuideStatesProps<T>) => (
  <SubjectStates
    {...states}
    loading={text.loading}
    failure={<ErrorState title={text.failed} />}
    none={
      <>
        <PageHead title={none} picture={forest} scene="forest" short>
          {text.otherName}
        </PageHead>
        <div className={`${utility.wrap} ${css.page}`}>
          <GuideSearch />
          <p>
            <MoreLink to={guidePaths.entrance}>{text.title}</MoreLink>
          </p>
        </div>
      </>
    }
  />
);
