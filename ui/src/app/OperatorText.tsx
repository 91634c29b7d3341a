import { close } from "text:shared";
import { Button } from "@shared/components/Button";
import { Icon } from "@shared/components/Icon";
import { Prose } from "@shared/components/Prose";
import { useOperatorText } from "@shared/content";
import { useEffect, useId, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import * as css from "./operator-text.module.css";

/** A text of the operator, opened in the footer by its anchor. */
export default function OperatorText({ anchor, title }: { anchor: string; title: string }) {
  const html = useOperatorText(anchor) ?? "";
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const heading = useId();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.scrollIntoView();
    section.current?.focus({ preventScroll: true });
  }, []);
  const hide = () => {
    document.querySelector<HTMLElement>(`footer a[href="#${anchor}"]`)?.focus();
    navigate({ pathname, search }, { replace: true });
  };
  return (
    <section id={anchor} className={css.text} ref={section} tabIndex={-1} aria-labelledby={heading}>
      <div className={css.head}>
        <h2 id={heading}>{title}</h2>
        <Button look="ghost" icon aria-label={close} onClick={hide}>
          <Icon name="close" />
        </Button>
      </div>
      <Prose html={html} />
    </section>
  );
}
