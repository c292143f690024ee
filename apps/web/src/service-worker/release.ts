import type { PrecacheEntry } from 'workbox-precaching';

/** Replaced by the build with the entry script and the stored files of the release. */
declare const __START__: string;
declare const __PRECACHE__: PrecacheEntry[];

/** Path of the entry script, which has another name in every release. */
export const START = __START__;
export const PRECACHE = __PRECACHE__;
