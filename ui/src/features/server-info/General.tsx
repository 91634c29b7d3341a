import { general } from "@content/server-info.json";
import { Deeds } from "./Deeds";

export const General = () => (
  <Deeds
    title="General"
    deeds={[
      ["Client", general.client],
      ["Main class", general.main_class],
      ["Clients per IP", `Max ${general.max_clients_per_ip} clients per IP`],
    ]}
  />
);
