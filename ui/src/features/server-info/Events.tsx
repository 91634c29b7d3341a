import { events } from "@content/server-info.json";
import { Badge } from "@shared/components/Badge";
import { ResponsiveTable } from "./ResponsiveTable";

type Event = (typeof events)[number];

export const Events = () => (
  <ResponsiveTable
    title="Events"
    rows={events}
    nameOf={({ name }) => name}
    columns={[
      { name: "Event", show: ({ name }) => name },
      { name: "Time", show: ({ time }) => time },
      { name: "Reward", show: ({ reward }) => reward },
      { name: "Status", show: statusOf },
    ]}
  />
);

const statusOf = ({ status }: Event) =>
  status === "active" ? <Badge tone="good">Active</Badge> : <Badge tone="wait">Upcoming</Badge>;
