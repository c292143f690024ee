import type { SignedIn } from '../test-app.ts';
import type { World } from './world.ts';

/** A well-formed request on an existing object. */
export interface MatrixRequest {
  url: string;
  body?: unknown;
  headers?: Record<string, string>;
  cookies?: Record<string, string>;
}

export interface Cell {
  /** Null in the column An. */
  caller: SignedIn | null;
  /** Owner of the object that the request addresses. */
  owner: SignedIn;
  variant: string | undefined;
  /** Column Non of a call that does not depend on the object's owner alone. */
  isForged: boolean;
}

export type Build = (world: World, cell: Cell) => MatrixRequest | Promise<MatrixRequest>;
