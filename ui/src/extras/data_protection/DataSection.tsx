import { useDataPlace } from "./dataPlace";

/** The place of the account's data in the profile. `SessionNotices` fills it: its scripts are not of the player's area. */
export default function DataSection() {
  return <div ref={useDataPlace(({ setPlace }) => setPlace)} />;
}
