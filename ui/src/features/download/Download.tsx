import { classes } from "@shared/components/classes";
import { PageHead } from "@shared/components/PageHead";
import * as utility from "@shared/styles/utility.module.css";
import { ITEMS } from "./content";
import * as css from "./download.module.css";
import { InstallationGuide } from "./InstallationGuide";
import { PackCard } from "./PackCard";
import { SystemRequirements } from "./SystemRequirements";
import { useProgress } from "./useProgress";

export default function Download() {
  const { progress, start } = useProgress();
  return (
    <>
      <PageHead title="Download">The client, the patch, and how to put them together.</PageHead>
      <div className={classes(utility.wrap, css.over)}>
        <ul className={css.packs}>
          {ITEMS.map((item) => (
            <PackCard key={item.id} item={item} progress={progress[item.id]} onStart={() => start(item.id)} />
          ))}
        </ul>
        <SystemRequirements />
        <InstallationGuide />
      </div>
    </>
  );
}
