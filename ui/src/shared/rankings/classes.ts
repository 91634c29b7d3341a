/** Playable Interlude classes by game id. */
export interface GameClass {
  readonly id: number;
  readonly name: string;
  readonly race: number;
  readonly isThird: boolean;
}

/** Indexed by the game's race id. */
export const RACES = ["Human", "Elf", "Dark Elf", "Orc", "Dwarf"] as const;

const THIRD_CLASS_FROM = 88;

const run = (first: number, race: number, names: string): GameClass[] =>
  names.split("|").map((name, index) => ({
    id: first + index,
    name,
    race,
    isThird: first >= THIRD_CLASS_FROM,
  }));

// Ids are contiguous within a race, so only the first id of each run is listed.
export const CLASSES: readonly GameClass[] = [
  run(
    0,
    0,
    "Human Fighter|Warrior|Gladiator|Warlord|Human Knight|Paladin|Dark Avenger|Rogue|Treasure Hunter|Hawkeye|Human Mystic|Human Wizard|Sorcerer|Necromancer|Warlock|Cleric|Bishop|Prophet",
  ),
  run(
    18,
    1,
    "Elven Fighter|Elven Knight|Temple Knight|Sword Singer|Elven Scout|Plains Walker|Silver Ranger|Elven Mystic|Elven Wizard|Spellsinger|Elemental Summoner|Elven Oracle|Elven Elder",
  ),
  run(
    31,
    2,
    "Dark Fighter|Palus Knight|Shillien Knight|Bladedancer|Assassin|Abyss Walker|Phantom Ranger|Dark Mystic|Dark Wizard|Spellhowler|Phantom Summoner|Shillien Oracle|Shillien Elder",
  ),
  run(44, 3, "Orc Fighter|Orc Raider|Destroyer|Monk|Tyrant|Orc Mystic|Orc Shaman|Overlord|Warcryer"),
  run(53, 4, "Dwarven Fighter|Scavenger|Bounty Hunter|Artisan|Warsmith"),
  run(
    88,
    0,
    "Duelist|Dreadnought|Phoenix Knight|Hell Knight|Sagittarius|Adventurer|Archmage|Soultaker|Arcana Lord|Cardinal|Hierophant",
  ),
  run(99, 1, "Eva's Templar|Sword Muse|Wind Rider|Moonlight Sentinel|Mystic Muse|Elemental Master|Eva's Saint"),
  run(
    106,
    2,
    "Shillien Templar|Spectral Dancer|Ghost Hunter|Ghost Sentinel|Storm Screamer|Spectral Master|Shillien Saint",
  ),
  run(113, 3, "Titan|Grand Khavatari|Dominator|Doom Cryer"),
  run(117, 4, "Fortune Seeker|Maestro"),
].flat();

const byId = new Map(CLASSES.map((entry) => [entry.id, entry]));

export const classById = (id: number): GameClass | undefined => byId.get(id);

/** Classes of a race; `null` returns all. */
export const classesOf = (race: number | null): readonly GameClass[] =>
  race === null ? CLASSES : CLASSES.filter((entry) => entry.race === race);
