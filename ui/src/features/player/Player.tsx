import { PageHead } from "@shared/components/PageHead";
import { Panel } from "@shared/components/Panel";
import { type User, useSession } from "@shared/stores/session";
import * as utility from "@shared/styles/utility.module.css";
import { LoginRequired } from "./LoginRequired";
import * as css from "./player.module.css";

/** Guards the player area: who is not logged in is told so, on the address he asked for. */
export default function Player() {
  const { isLoading, user } = useSession();
  if (isLoading) {
    return (
      <p className={css.loading} role="status">
        Loading your dashboard...
      </p>
    );
  }
  return user ? <Dashboard user={user} /> : <LoginRequired />;
}

function Dashboard({ user }: { user: User }) {
  return (
    <>
      <PageHead
        title={
          <>
            Welcome back, <span className={css.name}>{user.username}</span>
          </>
        }
      />
      <div className={utility.wrap}>
        <Panel padded aria-label="Account">
          <dl className={css.facts}>
            <div>
              <dt>Username</dt>
              <dd>{user.username}</dd>
            </div>
            {user.email && (
              <div>
                <dt>Email</dt>
                <dd>{user.email}</dd>
              </div>
            )}
          </dl>
        </Panel>
      </div>
    </>
  );
}
