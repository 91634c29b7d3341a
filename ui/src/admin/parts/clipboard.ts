/** Browsers offer a clipboard over https and on localhost alone. */
export const canCopy = (): boolean => "clipboard" in navigator;

/** Copies a text, where that is possible. */
export const copyText = async (text: string): Promise<void> => {
  if (canCopy()) await navigator.clipboard.writeText(text);
};
