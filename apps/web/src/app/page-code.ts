import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { reloadIfReachable } from '../lib/reload.ts';

/** When this tab last reloaded by itself, in ms. */
const RELOADED = 'naru.reloaded';
const RELOAD_PAUSE_MS = 60_000;

/** The code of a page could not be loaded: no network, or a newer release has replaced it. */
export class PageCodeError extends Error {
  override readonly name = 'PageCodeError';
}

/** A page whose code is loaded when it is first opened. Throws `PageCodeError`. */
export function lazyPage<N extends string>(
  load: () => Promise<Record<N, ComponentType>>,
  name: NoInfer<N>,
) {
  return lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        throw new PageCodeError('the code of a page was not loaded', { cause });
      }),
    name,
  );
}

/** Reloads a reachable page at most once a minute, so that a broken release does not reload for ever. */
export function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < RELOAD_PAUSE_MS) return;
  void reloadIfReachable().then((isReloading) => {
    if (isReloading) sessionStorage.setItem(RELOADED, String(Date.now()));
  });
}
