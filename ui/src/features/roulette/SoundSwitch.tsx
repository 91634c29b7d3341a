import * as text from "text:roulette";
import { Button } from "@shared/components/Button";
import { Glyph } from "@shared/components/Icon";
import { useState } from "react";
import * as css from "./play.module.css";
import { isSoundOn, switchSound } from "./sound";

const SPEAKER = "M11 5 6.5 9H3v6h3.5l4.5 4Z";
const ON = `${SPEAKER}M15 9.5a4 4 0 0 1 0 5M17.8 6.8a8 8 0 0 1 0 10.4`;
const OFF = `${SPEAKER}M15.5 9.5l5 5M20.5 9.5l-5 5`;

export function SoundSwitch() {
  const [isOn, setOn] = useState(isSoundOn);
  const press = () => {
    switchSound(!isOn);
    setOn(!isOn);
  };
  return (
    <Button look="ghost" icon className={css.sound} aria-label={text.sound} aria-pressed={isOn} onClick={press}>
      <Glyph path={isOn ? ON : OFF} />
    </Button>
  );
}
