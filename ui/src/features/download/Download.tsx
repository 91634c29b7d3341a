import gate from "art:scene-dwarven-town";
import * as text from "text:download";
import { classes } from "@shared/components/classes";
import { PageHead } from "@shared/components/PageHead";
import { useContent } from "@shared/content";
import * as utility from "@shared/styles/utility.module.css";
import * as css from "./download.module.css";
import { InstallationGuide } from "./InstallationGuide";
import { PackCard } from "./PackCard";
import { SystemRequirements } from "./SystemRequirements";
import { useProgress } from "./useProgress";

export default function Download() {
  const { items } = useContent("downloads");
  const { progress, start } = useProgress();
  return (
    <>
      <PageHead title={text.title} picture={gate} scene="gate">
        {text.lead}
      </PageHead>
      <div className={classes(utility.wrap, css.overlap)}>
        <ul className={css.packs}>
          {items.map((item) => (
            <PackCard key={item.id} item={item} progress={progress[item.id]} onStart={() => start(item.id)} />
          ))}
        </ul>
        <SystemRequirements />
        <InstallationGuide />
      </div>
    </>
  );
}
