/** Reloads the page, unless the server cannot be reached: the browser's own error would replace it. */
export async function reloadIfReachable(): Promise<boolean> {
  const isReachable = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isReachable) window.location.reload();
  return isReachable;
}
