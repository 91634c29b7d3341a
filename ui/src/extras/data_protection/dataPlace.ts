import { create } from "zustand";

interface DataPlace {
  place: HTMLElement | null;
  setPlace: (place: HTMLElement | null) => void;
}

/** Element of the profile that shows the account's data; null while it is not on the page. */
export const useDataPlace = create<DataPlace>((set) => ({ place: null, setPlace: (place) => set({ place }) }));
