import * as text from "text:admin";
import { lazy } from "react";
import type { Page } from "../pages";

const page: Page = {
  rank: 70,
  path: "/insight",
  title: text.pages.insight,
  icon: "trend",
  key: "i",
  permission: "insight.read",
  extras: ["insight"],
  Screen: lazy(() => import("./Insight").then(({ Insight }) => ({ default: Insight }))),
};
export default page;
