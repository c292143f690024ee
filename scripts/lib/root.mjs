import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout, without a trailing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** The folder in which an upgrade builds new versions, each in a folder of its own. */
export const RELEASES = 'releases';

/** The installation: the checkout itself, or the one whose upgrade made it. */
export const home = basename(dirname(root)) === RELEASES ? dirname(dirname(root)) : root;
