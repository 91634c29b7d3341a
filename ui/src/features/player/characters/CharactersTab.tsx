import { useGet } from "@shared/api/useGet";

/** The account's characters. */
export default function CharactersTab() {
  const { data } = useGet("/api/player/characters");
  return (
    <ul aria-busy={!data}>
      {data?.data.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  );
}
