import * as text from "text:admin";
import type { Page } from "@admin/pages";
import { lazy } from "react";

const page: Page = {
  rank: 90,
  path: "/competitions",
  title: text.pages.competitions,
  icon: "trophy",
  key: "t",
  permission: "competitions.read",
  extra: "competitions",
  subpaths: ["/competitions/:id"],
  links: { competition: (id) => `/competitions/${id}` },
  cases: ["competition_due"],
  Screen: lazy(() => import("./Competitions").then(({ Competitions }) => ({ default: Competitions }))),
};
export default page;
