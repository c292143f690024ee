import { BOARDS, type BoardType } from '@naru/contract/boards';
import type { Role } from '@naru/contract/roles';
import { truncateToMinute } from '@naru/server/platform/clock';
import type { DemoParts } from '@naru/server/wiring/demo';
import type { SQL } from 'drizzle-orm';
import { wakingTimeBefore } from './demo-calendar.ts';
import type { StoredFile } from './demo-files.ts';
import type { StoredPicture } from './demo-media.ts';
import type { Random, Visitor } from './engagement.ts';

export interface Person extends Visitor {
  nickname: string;
  roles: readonly Role[];
}

/** Shared state of all steps. */
export interface DemoWorld extends Pick<DemoParts, 'seal' | 'readContent' | 'voterIn'> {
  now: Date;
  random: Random;
  people: readonly Person[];
  pictures: ReadonlyMap<string, StoredPicture>;
  files: ReadonlyMap<string, StoredFile>;
  /** Ids are ascending, but random on anonymous boards. */
  nextPostId(board: BoardType): number;
  nextCommentId(board: BoardType): number;
}

export function personNamed(world: DemoWorld, nickname: string): Person {
  const person = world.people.find((one) => one.nickname === nickname);
  if (person === undefined) throw new Error(`unknown demo member: ${nickname}`);
  return person;
}

/** All members except the SYSTEM account that imports notices. */
export function visitorsOf(world: DemoWorld): Person[] {
  return world.people.filter(({ roles }) => !roles.includes('SYSTEM'));
}

/** On an anonymous board the seal replaces the member id. */
export function authorColumns(world: DemoWorld, board: BoardType, author: Person) {
  return BOARDS[board].anonymous
    ? { authorId: null, authorSeal: world.seal.seal(author.id) }
    : { authorId: author.id, authorSeal: null };
}

/** Truncated to the minute on an anonymous board. */
export function writtenAt(world: DemoWorld, board: BoardType, ago: number): Date {
  const time = wakingTimeBefore(world.now, ago);
  return BOARDS[board].anonymous ? truncateToMinute(time) : time;
}

/** The members to remove, in every form in which tables name them. */
export interface DemoAuthors {
  list: readonly { id: number; email: string; nickname: string }[];
  ids: number[];
  seals: Buffer[];
  /** True for rows of these authors, also of anonymous ones. */
  wrote(author: { authorId: SQL; authorSeal: SQL }): SQL;
}
