import * as text from "text:admin";
import { lazy } from "react";
import type { Page } from "../pages";

const page: Page = {
  rank: 115,
  path: "/extras",
  title: text.pages.extras,
  icon: "list",
  key: "x",
  permission: "extras.read",
  Screen: lazy(() => import("./Extras").then(({ Extras }) => ({ default: Extras }))),
};
export default page;
