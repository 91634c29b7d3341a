import { EditorSelection, type StateCommand } from "@codemirror/state";

/** Puts a mark before and after each selection, or removes it. */
const wrap =
  (mark: string): StateCommand =>
  ({ state, dispatch }) => {
    const size = mark.length;
    const change = state.changeByRange(({ from, to }) => {
      const isMarked =
        from >= size && state.sliceDoc(from - size, from) === mark && state.sliceDoc(to, to + size) === mark;
      return isMarked
        ? {
            changes: [
              { from: from - size, to: from },
              { from: to, to: to + size },
            ],
            range: EditorSelection.range(from - size, to - size),
          }
        : {
            changes: [
              { from, insert: mark },
              { from: to, insert: mark },
            ],
            range: EditorSelection.range(from + size, to + size),
          };
    });
    dispatch(state.update(change, { userEvent: "input", scrollIntoView: true }));
    return true;
  };

/** Begins each selected line with a mark, or removes it from all of them. */
const begin =
  (mark: string): StateCommand =>
  ({ state, dispatch }) => {
    const numbers = new Set<number>();
    for (const { from, to } of state.selection.ranges)
      for (let line = state.doc.lineAt(from).number; line <= state.doc.lineAt(to).number; line++) numbers.add(line);
    const lines = [...numbers].map((number) => state.doc.line(number));
    const isMarked = lines.every(({ text }) => text.startsWith(mark));
    const changes = lines.map(({ from }) => (isMarked ? { from, to: from + mark.length } : { from, insert: mark }));
    dispatch(state.update({ changes, userEvent: "input", scrollIntoView: true }));
    return true;
  };

const ADDRESS = "https://";

/** Makes each selection the text of a link, and selects its address. */
const link: StateCommand = ({ state, dispatch }) => {
  const change = state.changeByRange(({ from, to }) => {
    const start = to + "[](".length;
    return {
      changes: [
        { from, insert: "[" },
        { from: to, insert: `](${ADDRESS})` },
      ],
      range: EditorSelection.range(start, start + ADDRESS.length),
    };
  });
  dispatch(state.update(change, { userEvent: "input", scrollIntoView: true }));
  return true;
};

/** Puts a picture in place of the selection; the selection becomes its description. */
export const insertPicture =
  (path: string): StateCommand =>
  ({ state, dispatch }) => {
    const { from, to } = state.selection.main;
    const [name = ""] = (path.split("/").at(-1) ?? "").split(".");
    dispatch(state.update(state.replaceSelection(`![${state.sliceDoc(from, to) || name}](${path})`)));
    return true;
  };

/** Commands of the toolbar with their keys. */
export const COMMANDS = {
  bold: { key: "Mod-b", run: wrap("**") },
  italic: { key: "Mod-i", run: wrap("_") },
  heading: { key: "", run: begin("## ") },
  link: { key: "Mod-k", run: link },
  list: { key: "", run: begin("- ") },
} as const;
