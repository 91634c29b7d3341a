import * as text from "text:adminContent";
import { Button } from "@shared/components/Button";
import { type MouseEvent, useEffect, useRef } from "react";
import { small } from "../parts/density.module.css";
import { Icon } from "../parts/Icon";
import * as layout from "../parts/layout.module.css";

interface Props {
  title: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

/** Moves and removes an item of a list; the focus stays with an item that moves. */
export function ItemTools({ title, isFirst, isLast, onMove, onRemove }: Props) {
  const pressedButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const button = pressedButton.current;
    pressedButton.current = null;
    (button?.disabled ? button.parentElement?.querySelector<HTMLElement>("button:enabled") : button)?.focus();
  });
  const move = (by: 1 | -1) => (event: MouseEvent<HTMLButtonElement>) => {
    pressedButton.current = event.currentTarget;
    onMove(by);
  };
  const common = { className: small, look: "ghost", icon: true } as const;
  return (
    <div className={layout.row}>
      <Button {...common} aria-label={text.moveUp({ name: title })} disabled={isFirst} onClick={move(-1)}>
        <Icon name="up" />
      </Button>
      <Button {...common} aria-label={text.moveDown({ name: title })} disabled={isLast} onClick={move(1)}>
        <Icon name="down" />
      </Button>
      <Button {...common} aria-label={text.removeItem({ name: title })} onClick={onRemove}>
        <Icon name="close" />
      </Button>
    </div>
  );
}
