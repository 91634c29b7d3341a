import { createContext, type ReactNode, useContext } from "react";

export interface PresentSiege {
  /** Castles that are besieged now, or else next. */
  readonly castles: string;
  readonly isRunning?: boolean;
  /** Begin of the next siege; null while one runs, or if the game has no date. */
  readonly at: string | null;
  readonly registrationEnd?: string | null;
}

export interface PresentCastle {
  readonly castle: string;
  /** Null without an owner. */
  readonly owner: ReactNode;
  readonly nextSiege: ReactNode;
  readonly defenders: number;
  readonly challengers: number;
}

export interface PresentBoss {
  /** Address of its page. */
  readonly path: string;
  readonly isDead: boolean;
  readonly badge: ReactNode;
  /** Its respawn; null while it is alive. */
  readonly window: ReactNode;
}

/** Facts of the present that an extra reads from the game; those that it is still loading are missing. */
export interface Present {
  readonly siege?: PresentSiege;
  readonly castles?: readonly PresentCastle[];
  /** All castles have the same next siege. */
  readonly hasCommonSiege?: boolean;
  /** By name in lower case. */
  readonly bosses?: ReadonlyMap<string, PresentBoss>;
  readonly olympiad?: ReactNode;
  /** Time of the reading. */
  readonly note?: ReactNode;
}

/** Null where no extra reads the game: the operator's content is shown as it is. */
export const PresentContext = createContext<Present | null>(null);

export const usePresent = (): Present | null => useContext(PresentContext);
