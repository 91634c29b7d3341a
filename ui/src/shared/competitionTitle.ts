import { code } from "text:language";

interface CompetitionTitles {
  readonly title: string;
  readonly titles: Readonly<Record<string, string | undefined>>;
}

/** The title of a competition in the page's language, or else the operator's own. */
export const competitionTitle = ({ title, titles }: CompetitionTitles): string => titles[code] ?? title;
