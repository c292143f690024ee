/** Time for the browser to start the download before its object URL is revoked. */
const KEEP_MS = 60_000;

export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  saveUrl(url, name);
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}

/** Leaves the download to the browser, which writes to the disk and resumes after a break. */
export function saveUrl(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
