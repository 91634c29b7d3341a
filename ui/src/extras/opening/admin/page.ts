import * as text from "text:admin";
import type { Page } from "@admin/pages";
import { lazy } from "react";

const page: Page = {
  rank: 75,
  path: "/opening",
  title: text.pages.opening,
  icon: "clock",
  key: "d",
  permission: "opening.read",
  extra: "opening",
  Screen: lazy(() => import("./OpeningDay").then(({ OpeningDay }) => ({ default: OpeningDay }))),
};
export default page;
