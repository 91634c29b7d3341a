import * as text from "text:adminAccess";
import { classes } from "@shared/components/classes";
import * as layout from "../parts/layout.module.css";
import { PageTitle } from "../parts/PageTitle";
import { useSession } from "../session";
import { Factors } from "./Factors";
import { Password } from "./Password";

/** The operator's own password and second factors. */
export function Access() {
  return (
    <>
      <PageTitle title={text.title} note={useSession().name} />
      <div className={classes(layout.grid, layout.halves)}>
        <Password />
        <Factors />
      </div>
    </>
  );
}
