import * as text from "text:admin";
import type { Page } from "@admin/pages";
import { lazy } from "react";

const page: Page = {
  rank: 100,
  path: "/votes",
  title: text.pages.votes,
  icon: "vote",
  key: "v",
  permission: "votes.read",
  extra: "votes",
  Screen: lazy(() => import("./Votes").then(({ Votes }) => ({ default: Votes }))),
};
export default page;
