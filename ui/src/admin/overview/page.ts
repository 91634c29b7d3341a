import * as text from "text:admin";
import { lazy } from "react";
import type { Page } from "../pages";

const page: Page = {
  rank: 10,
  path: "/",
  title: text.pages.overview,
  icon: "home",
  key: "o",
  permission: "overview.read",
  Screen: lazy(() => import("./Overview").then(({ Overview }) => ({ default: Overview }))),
};
export default page;
