import * as text from "text:admin";
import type { Page } from "@admin/pages";
import { lazy } from "react";

const page: Page = {
  rank: 25,
  path: "/tickets",
  title: text.pages.tickets,
  icon: "message",
  key: "h",
  permission: "tickets.read",
  extra: "tickets",
  subpaths: ["/tickets/:id"],
  links: { ticket: (id) => `/tickets/${id}` },
  cases: ["ticket_money", "ticket_open"],
  Screen: lazy(() => import("./Tickets").then(({ Tickets }) => ({ default: Tickets }))),
};
export default page;
