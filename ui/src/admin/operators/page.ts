import * as text from "text:admin";
import { lazy } from "react";
import type { Page } from "../pages";

const page: Page = {
  rank: 120,
  path: "/operators",
  title: text.pages.operators,
  icon: "key",
  key: "u",
  permission: "operators.read",
  Screen: lazy(() => import("./Operators").then(({ Operators }) => ({ default: Operators }))),
};
export default page;
