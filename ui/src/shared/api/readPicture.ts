import { readToken } from "../stores/storage";

/** Returns a picture as a data address: the browser itself would ask for it without the session's token. */
export async function readPicture(path: string): Promise<string> {
  const response = await fetch(path, { headers: { Authorization: `Bearer ${readToken()}` } });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const data = await response.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(data);
  });
}
