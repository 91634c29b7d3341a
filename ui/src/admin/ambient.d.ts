declare module "admin:pages" {
  /** The pages of the administration whose folders exist. */
  const pages: readonly import("./pages").Page[];
  export default pages;
}
