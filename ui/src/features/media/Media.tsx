import harbour from "art:scene-harbour";
import * as text from "text:media";
import { Badge } from "@shared/components/Badge";
import { Glyph, Icon } from "@shared/components/Icon";
import { PageHead } from "@shared/components/PageHead";
import { Tabs } from "@shared/components/Tabs";
import { VisuallyHidden } from "@shared/components/VisuallyHidden";
import { type MediaItem, useContent, useSiteTexts } from "@shared/content";
import * as utility from "@shared/styles/utility.module.css";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import * as css from "./gallery.module.css";
import { ICONS } from "./icons";
import { Lightbox } from "./Lightbox";

export default function Media() {
  const [query] = useSearchParams();
  const items = useContent("media");
  const videos = items.filter(({ type }) => type === "video");
  const screenshots = items.filter(({ type }) => type === "image");
  const tab = query.get("tab") === "screenshots" ? "screenshots" : "videos";
  const tabs = [
    { id: "videos", label: text.videos, glyph: ICONS.film, count: videos.length },
    { id: "screenshots", label: text.screenshots, glyph: ICONS.image, count: screenshots.length },
  ];
  return (
    <>
      <PageHead title={text.title} picture={harbour} scene="harbour">
        {text.lead}
      </PageHead>
      <div className={utility.wrap}>
        <Tabs label={text.title} tabs={tabs} current={tab} />
        <Gallery key={tab} items={tab === "videos" ? videos : screenshots} />
        <Invitation />
      </div>
    </>
  );
}

/** Contact for own pictures, if the operator names one. */
function Invitation() {
  const { contact } = useSiteTexts().links;
  if (!contact) return null;
  return (
    <p className={css.invitation}>
      {text.invite}{" "}
      <a href={contact} target="_blank" rel="noopener">
        {text.sendYours}
        <Icon name="outside" />
      </a>
    </p>
  );
}

const cardId = (item: MediaItem | undefined) => `media-${item?.id}`;

function Gallery({ items }: { items: readonly MediaItem[] }) {
  const [open, setOpen] = useState<number | null>(null);
  const close = () => {
    // Focus returns to the card of the item shown last.
    if (open !== null) document.getElementById(cardId(items[open]))?.focus();
    setOpen(null);
  };
  return (
    <>
      <ul className={css.gallery}>
        {items.map((item, index) => (
          <Card key={item.id} item={item} first={index === 0} onOpen={() => setOpen(index)} />
        ))}
      </ul>
      {open !== null && <Lightbox items={items} index={open} onIndex={setOpen} onClose={close} />}
    </>
  );
}

/** The first card's picture is in view at once, on phones as the largest of the page. */
function Card({ item, first, onOpen }: { item: MediaItem; first: boolean; onOpen: () => void }) {
  const video = item.type === "video";
  return (
    <li className={item.featured ? css.lead : undefined}>
      <button type="button" id={cardId(item)} className={css.card} onClick={onOpen}>
        <span className={css.frame}>
          <img
            {...pictureOf(item)}
            alt=""
            width={480}
            height={270}
            {...(first ? { fetchPriority: "high" } : { loading: "lazy" })}
          />
          {video && (
            <span className={css.play}>
              <Glyph path={ICONS.play} />
            </span>
          )}
          {item.featured && (
            <span className={css.badge}>
              <Badge tone="gold">{text.featured}</Badge>
            </span>
          )}
        </span>
        <span className={css.title}>
          {item.title}
          {video && <VisuallyHidden>{text.isVideo}</VisuallyHidden>}
        </span>
        {item.credit && <span className={css.credit}>{item.credit}</span>}
      </button>
    </li>
  );
}

/** A featured screenshot uses the full picture; a video has only a thumbnail. */
function pictureOf(item: MediaItem) {
  const large = item.featured && item.type === "image";
  return { src: large ? item.url : item.thumbnail_url };
}
