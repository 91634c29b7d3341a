import * as text from "text:admin";
import { lazy } from "react";
import type { Page } from "../pages";

const page: Page = {
  rank: 40,
  path: "/wheel",
  title: text.pages.wheel,
  icon: "coins",
  key: "w",
  permission: "controls.read",
  Screen: lazy(() => import("./WheelPage").then(({ WheelPage }) => ({ default: WheelPage }))),
};
export default page;
