import * as shared from "text:shared";
import { lazy } from "react";
import type { Page } from "../pages";

const page: Page = {
  rank: 20,
  path: "/players",
  title: shared.players,
  icon: "users",
  key: "p",
  permission: "players.read",
  subpaths: ["/players/:login"],
  cases: ["delivery_unconfirmed", "delivery_stuck", "account_frozen"],
  Screen: lazy(() => import("./Players").then(({ Players }) => ({ default: Players }))),
};
export default page;
