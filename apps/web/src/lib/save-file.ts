/** Time for a browser to take over a download before its address is given back. */
const KEEP_MS = 60_000;

/** Hands bytes to the browser as a download with a name. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}
