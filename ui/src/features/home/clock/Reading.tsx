import * as css from "./clock.module.css";

export const Reading = ({ value, note = "", open }: { value: string; note?: string; open?: boolean }) => (
  <>
    <b className={open ? css.open : undefined}>{value}</b>
    <small>{note}</small>
  </>
);
