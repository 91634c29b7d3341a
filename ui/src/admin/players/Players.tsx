import { useParams } from "react-router-dom";
import { Account } from "./Account";
import { Search } from "./Search";

/** One account by its name in the address, or the answer to the search field. */
export function Players() {
  const { login } = useParams();
  return login === undefined ? <Search /> : <Account key={login} login={login} />;
}
