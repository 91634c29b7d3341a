declare module "*.module.css";
declare module "*.svg" {
  const address: string;
  export default address;
}
declare module "art:*" {
  /** A drawn picture, rendered by the build into several widths. */
  const picture: import("./components/Picture").Source;
  export default picture;
}
declare module "sheet:*" {
  /** The address of an area's own style sheet. */
  const address: string;
  export default address;
}
