import { general } from "@content/server-info.json";
import { DefinitionList } from "./DefinitionList";

export const General = () => (
  <DefinitionList
    title="General"
    deeds={[
      ["Client", general.client],
      ["Main class", general.main_class],
      ["Clients per IP", `Max ${general.max_clients_per_ip} clients per IP`],
    ]}
  />
);
