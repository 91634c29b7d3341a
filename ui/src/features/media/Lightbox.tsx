import * as text from "text:media";
import * as shared from "text:shared";
import { Badge } from "@shared/components/Badge";
import { Button } from "@shared/components/Button";
import { Glyph, Icon } from "@shared/components/Icon";
import type { MediaItem } from "@shared/content";
import { formatNumber } from "@shared/format";
import { useBackCloses } from "@shared/useBackCloses";
import { type MouseEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { ICONS } from "./icons";
import { frameAddress, wrapIndex } from "./items";
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
  const [hasPaged, setPaged] = useState(false);
  const step = (by: number) => {
    setPaged(true);
    onIndex(wrapIndex(index, by, items.length));
  };
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
        <Track items={items} index={index} hasPaged={hasPaged} onStep={step} />
        <Button className={css.next} icon aria-label={shared.next} onClick={() => step(1)}>
          <Icon name="right" />
        </Button>
        <div className={css.caption}>
          <h2>{item.title}</h2>
          {item.featured && <Badge tone="gold">{text.featured}</Badge>}
          {item.credit && <p>{item.credit}</p>}
        </div>
      </div>
    </dialog>
  );
}

interface TrackProps extends Pick<Props, "items" | "index"> {
  /** A video starts only as the first item. */
  hasPaged: boolean;
  onStep: (by: number) => void;
}

/** The item between its neighbours, which a swipe brings into view. They are loaded, so that the next step is instant. */
function Track({ items, index, hasPaged, onStep }: TrackProps) {
  const track = useRef<HTMLElement>(null);
  const timer = useRef(0);
  const showMiddle = () => {
    if (track.current) track.current.scrollLeft = middleOf(track.current);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new item is brought to the middle
  useLayoutEffect(() => {
    showMiddle();
    return () => clearTimeout(timer.current);
  }, [index]);
  useResize(track, showMiddle);
  const settle = () => {
    const by = track.current
      ? Math.round((track.current.scrollLeft - middleOf(track.current)) / track.current.clientWidth)
      : 0;
    if (by !== 0) onStep(by);
  };
  const onScroll = () => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(settle, SETTLED_MS);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can have the focus
    <section ref={track} className={css.track} aria-label={text.title} tabIndex={0} onScroll={onScroll}>
      {OFFSETS.map((offset) => {
        const item = items[wrapIndex(index, offset, items.length)];
        if (!item || (offset !== 0 && items.length === 1)) return null;
        return (
          <div key={slideKey(item, offset, items.length)} inert={offset !== 0}>
            <Slide item={item} current={offset === 0} startsAtOnce={!hasPaged} />
          </div>
        );
      })}
    </section>
  );
}

/** Calls back when the element gets a size, as the dialog opens, and when that changes. */
function useResize(element: RefObject<HTMLElement | null>, onResize: () => void) {
  const onSizeChange = useEffectEvent(onResize);
  useEffect(() => {
    const observer = new ResizeObserver(() => onSizeChange());
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
}

const OFFSETS = [-1, 0, 1];
/** Time without a scroll event after which a swipe has ended. */
const SETTLED_MS = 120;

/** Scroll position of the item between its neighbours. */
const middleOf = ({ scrollWidth, clientWidth }: HTMLElement) => (scrollWidth - clientWidth) / 2;

/** Of two items the other one is on both sides. */
const slideKey = ({ id }: MediaItem, offset: number, total: number) =>
  total === 2 && offset < 0 ? `${id} before` : id;

function Slide({ item, current, startsAtOnce }: { item: MediaItem; current: boolean; startsAtOnce: boolean }) {
  if (item.type === "image") return <img src={item.url} alt={current ? item.title : ""} />;
  return current ? (
    <Video item={item} startsAtOnce={startsAtOnce} />
  ) : (
    <img className={css.still} src={item.thumbnail_url} alt="" />
  );
}

const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Listens on the window: while a video plays, no element of the box may have the focus. */
function useArrowKeys(step: (by: number) => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (!by) return;
    // The row of pictures can have the focus and would scroll as well.
    event.preventDefault();
    step(by);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

/** Shows the player at once where a card was pressed, and else the poster; the video host is contacted only by a press. */
function Video({ item, startsAtOnce }: { item: MediaItem; startsAtOnce: boolean }) {
  const [playing, setPlaying] = useState(startsAtOnce);
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
