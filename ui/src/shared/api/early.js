// The first script of the player's area. With a session it begins the calls of the tab that the address names, and loads
// the tab's scripts, while the application is on its way (earlyCalls.ts). Without one it hides the dashboard.
{
  const { dataset } = document.currentScript;
  let token = null;
  try {
    const { username } = JSON.parse(localStorage.getItem("user_data"));
    token = username && localStorage.getItem("auth_token");
  } catch {} // storage is blocked, or has no session

  const headers = {
    "Accept-Language": document.documentElement.lang.slice(0, 2),
    "Content-Type": "application/json",
    Authorization: `Bearer ${token}`,
  };
  const calls = {};
  const begin = (address) => {
    if (address.startsWith("/assets/"))
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: address }));
    else {
      calls[address] = fetch(address, { headers });
      calls[address].catch(() => {}); // the application repeats it and shows the error
    }
  };

  if (token) {
    const tab = new URLSearchParams(location.search).get("tab") ?? "profile";
    (dataset[tab] ?? dataset.profile).split(" ").forEach(begin);
    globalThis.earlyCalls = { token, calls };
  } else document.getElementById("main")?.style.setProperty("visibility", "hidden");
}
