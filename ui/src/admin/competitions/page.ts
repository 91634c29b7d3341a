import * as text from "text:admin";
import { lazy } from "react";
import type { Page } from "../pages";

const page: Page = {
  rank: 90,
  path: "/competitions",
  title: text.pages.competitions,
  icon: "trophy",
  key: "t",
  permission: "competitions.read",
  extras: ["competitions"],
  subpaths: ["/competitions/:id"],
  Screen: lazy(() => import("./Competitions").then(({ Competitions }) => ({ default: Competitions }))),
};
export default page;
