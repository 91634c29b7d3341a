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
declare module "sheet:*" {
  /** Addresses of an area's style sheets, in order. */
  const addresses: readonly string[];
  export default addresses;
}
interface Window {
  /** The Navigation API, which TypeScript's library does not declare yet. */
  readonly navigation?: { readonly canGoBack: boolean };
}
