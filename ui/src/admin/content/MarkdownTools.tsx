import * as text from "text:adminContent";
import type { StateCommand } from "@codemirror/state";
import { Button } from "@shared/components/Button";
import { classes } from "@shared/components/classes";
import * as control from "@shared/components/field.module.css";
import { Icon } from "../parts/Icon";
import * as layout from "../parts/layout.module.css";
import * as css from "./content.module.css";
import { COMMANDS, insertPicture } from "./markdownCommands";

const NAMES = ["bold", "italic", "heading", "link", "list"] as const;

interface Props {
  pictures: readonly string[];
  onRun: (command: StateCommand) => void;
}

/** Buttons above a Markdown text, and the pictures that can be put into it. */
export function MarkdownTools({ pictures, onRun }: Props) {
  return (
    <div className={layout.row} role="toolbar" aria-label={text.format}>
      {NAMES.map((name) => (
        <Button
          key={name}
          look="ghost"
          icon
          aria-label={text.formats[name]}
          title={text.formats[name]}
          onClick={() => onRun(COMMANDS[name].run)}
        >
          <Icon name={name} />
        </Button>
      ))}
      <select
        className={classes(control.input, css.insert)}
        aria-label={text.insertPicture}
        value=""
        disabled={pictures.length === 0}
        onChange={({ target }) => onRun(insertPicture(target.value))}
      >
        <option value="">{text.insertPicture}</option>
        {pictures.map((path) => (
          <option key={path}>{path}</option>
        ))}
      </select>
    </div>
  );
}
