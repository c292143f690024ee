import { accessSync, constants } from 'node:fs';
import { PlainError } from './progress.mjs';
import { root } from './root.mjs';

/** Whether this process can change the checkout; a service usually cannot. */
export function isOwner(folder = root) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Throws a PlainError with `problem` where the checkout cannot be changed. */
export function requireOwner(problem, folder = root) {
  if (isOwner(folder)) return;
  throw new PlainError(
    `${problem}, and this user cannot change ${folder}: run "npm ci && npm run build" there as its owner`,
  );
}
