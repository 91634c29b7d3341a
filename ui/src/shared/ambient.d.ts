declare module "*.module.css";
declare module "*.svg" {
  const address: string;
  export default address;
}
declare module "art:*" {
  /** A picture rendered by the build in several widths. */
  const picture: import("./components/Picture").Source;
  export default picture;
}
declare module "languages" {
  /** The languages by their catalogues; English is the first. */
  const languages: readonly typeof import("text:language")[];
  export default languages;
}
declare module "pages:paths" {
  /** The routes of each screen that is built, by its name. */
  const paths: Readonly<Record<string, readonly string[]>>;
  export default paths;
}
declare module "pages:navigation" {
  /** Paths of the pages that the navigations list, core's first. */
  const navigation: { readonly header: readonly string[]; readonly footer: readonly string[] };
  export default navigation;
}
declare module "pages:screens" {
  interface Screen {
    default: import("react").ComponentType;
    /** Loads the part of the screen that a query string names, of extras that are on; without these, of all. */
    prepare?: (search: string, extras?: import("./content").PageExtras) => Promise<void>;
  }
  /** Loads each screen, with its style sheets. */
  const loaders: Readonly<Record<string, () => Promise<Screen>>>;
  export default loaders;
}
declare module "pages:rendered" {
  /** The same for the service, which renders public pages and no style sheet. */
  const loaders: typeof import("pages:screens").default;
  export default loaders;
}
declare module "panels:mainCharacter" {
  /** Below the card of an account's highest character. */
  const panels: readonly import("./panels").ExtraPanel<{ character: import("./panels").OwnCharacter | undefined }>[];
  export default panels;
}
declare module "panels:mainCharacterActions" {
  /** Beside the buttons of its card. */
  const panels: readonly import("./panels").ExtraPanel<{ character: import("./panels").OwnCharacter }>[];
  export default panels;
}
declare module "panels:mainCharacterRank" {
  /** Below a rank on its card. */
  const panels: readonly import("./panels").ExtraPanel<import("./panels").OwnRank>[];
  export default panels;
}
declare module "panels:place" {
  /** Below the facts of a boss or a castle, on its page. */
  const panels: readonly import("./panels").ExtraPanel<{ subject: import("./panels").PlaceSubject }>[];
  export default panels;
}
declare module "panels:rankings" {
  /** Tabs of the rankings. */
  const panels: readonly import("./panels").ExtraTab[];
  export default panels;
}
declare module "panels:noPage" {
  /** Below the search field of a page without a subject. */
  const panels: readonly import("./panels").ExtraPanel<{ name: string }>[];
  export default panels;
}
declare module "panels:rankingTools" {
  /** Above a board. */
  const panels: readonly import("./panels").ExtraPanel<import("./panels").RankingTime>[];
  export default panels;
}
declare module "panels:rankingPlace" {
  /** Below a board of the present. */
  const panels: readonly import("./panels").ExtraPanel<import("./panels").RankingPlace>[];
  export default panels;
}
declare module "panels:siegeBand" {
  /** Around the siege of Home: they say when the next one is (present.ts). */
  const panels: readonly import("./panels").ExtraPanel<{ children: import("react").ReactNode }>[];
  export default panels;
}
declare module "panels:serverInfo" {
  /** Around a tab of Server Info: they say what is in the game now (present.ts). */
  const panels: readonly import("./panels").ExtraPanel<{ tab: string; children: import("react").ReactNode }>[];
  export default panels;
}
declare module "panels:subject" {
  /** Beside the name of a character, a clan or a thing of the world. */
  const panels: readonly import("./panels").ExtraPanel<import("./panels").Subject>[];
  export default panels;
}
declare module "panels:registration" {
  /** Above the button of a registration: the versions of legal texts that it accepts are sent with it. */
  const panels: readonly import("./panels").ExtraPanel<{
    onShown: (versions: Record<string, number>) => void;
  }>[];
  export default panels;
}
declare module "panels:eventSentence" {
  /** An event of the world as a sentence. */
  const panels: readonly import("./panels").ExtraPanel<import("./panels").SentenceOfEvent>[];
  export default panels;
}
declare module "panels:itemState" {
  /** How a starred item stands now. */
  const panels: readonly import("./panels").ExtraPanel<{ id: number }>[];
  export default panels;
}
declare module "panels:donation" {
  /** Below the steps of a donation in its history. */
  const panels: readonly import("./panels").ExtraPanel<import("./panels").DonationSubject>[];
  export default panels;
}
declare module "panels:donationNotes" {
  /** Notes about donations, at several places. */
  const panels: readonly import("./panels").ExtraPanel<import("./panels").DonationPlace>[];
  export default panels;
}
declare module "panels:ownDay" {
  /** Below the status of the server on Home, for a session. */
  const panels: readonly import("./panels").ExtraPanel[];
  export default panels;
}
declare module "panels:*" {
  /** Panels of extras for a place of a page, in order. */
  const panels: readonly import("./panels").ExtraPanel[];
  export default panels;
}
declare module "panel-names:*" {
  /** The same without their code, to tell whether there are any. */
  const panels: readonly import("./panels").PanelName[];
  export default panels;
}
declare module "sheet:*" {
  /** Addresses of an area's style sheets, in order. */
  const addresses: readonly string[];
  export default addresses;
}
interface Window {
  /** The Navigation API, which TypeScript's library does not declare yet. */
  readonly navigation?: { readonly canGoBack: boolean };
  /** Settles once nothing is pressed (app/start.js). */
  whenReleased?: () => Promise<void>;
  /** Calls of a session by address, which the first script has begun (shared/api/early.js). */
  earlyCalls?: { readonly token: string; readonly calls: Record<string, Promise<Response>> };
}
