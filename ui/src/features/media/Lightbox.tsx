import * as text from "text:media";
import * as shared from "text:shared";
import { Badge } from "@shared/components/Badge";
import { Button } from "@shared/components/Button";
import { Glyph, Icon } from "@shared/components/Icon";
import type { MediaItem } from "@shared/content";
import { formatNumber } from "@shared/format";
import { useBackCloses } from "@shared/useBackCloses";
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { ICONS } from "./icons";
import { frameAddress, wrapped } from "./items";
import * as css from "./lightbox.module.css";

interface Props {
  items: readonly MediaItem[];
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
}

/** One item at full size. Arrows wrap around; Escape and the backdrop close. */
export function Lightbox({ items, index, onIndex, onClose }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  const step = (by: number) => onIndex(wrapped(index, by, items.length));
  useEffect(() => box.current?.showModal(), []);
  useArrowKeys(step);
  const close = () => box.current?.close();
  useBackCloses(close);
  const onMouseDown = ({ target, currentTarget }: MouseEvent) => target === currentTarget && close();

  const item = items[index];
  if (item === undefined) return null;
  return (
    <dialog ref={box} className={css.box} aria-label={item.title} onClose={onClose} onMouseDown={onMouseDown}>
      <div className={css.bar}>
        <p className={css.count} aria-live="polite">
          {text.position({ index: formatNumber(index + 1), total: formatNumber(items.length) })}
        </p>
        <Button look="ghost" icon aria-label={shared.close} onClick={close}>
          <Icon name="close" />
        </Button>
      </div>
      <div className={css.stage}>
        <Button className={css.previous} icon aria-label={shared.previous} onClick={() => step(-1)}>
          <Icon name="left" />
        </Button>
        <div className={css.figure}>
          {item.type === "video" ? <Video key={item.id} item={item} /> : <img src={item.url} alt={item.title} />}
        </div>
        <Button className={css.next} icon aria-label={shared.next} onClick={() => step(1)}>
          <Icon name="right" />
        </Button>
      </div>
      <div className={css.caption}>
        <h2>{item.title}</h2>
        {item.featured && <Badge tone="gold">{text.featured}</Badge>}
      </div>
    </dialog>
  );
}

/** Listens on the window: while a video plays, no element of the box may have the focus. */
function useArrowKeys(step: (by: number) => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "ArrowLeft") step(-1);
    if (event.key === "ArrowRight") step(1);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

/** Shows the poster; the video host is contacted only after Play. */
function Video({ item }: { item: MediaItem }) {
  const [playing, setPlaying] = useState(false);
  if (playing)
    return (
      <iframe
        src={frameAddress(item.url)}
        title={item.title}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        allowFullScreen
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  return (
    <button
      type="button"
      className={css.poster}
      onClick={() => setPlaying(true)}
      aria-label={text.play({ title: item.title })}
    >
      <img src={item.thumbnail_url} alt="" />
      <span className={css.play}>
        <Glyph path={ICONS.play} />
      </span>
    </button>
  );
}
