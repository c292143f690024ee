import { BOARDS, type BoardType } from '@naru/contract/boards';
import type { Role } from '@naru/contract/roles';
import { cutToMinute } from '@naru/server/platform/clock';
import type { Seal } from '@naru/server/platform/seal';
import { wakingTimeBefore } from './demo-calendar.ts';
import type { StoredPicture } from './demo-pictures.ts';
import type { Visitor } from './engagement.ts';
import type { Random } from './random.ts';

/** A member of the demo as stored. */
export interface Person extends Visitor {
  nickname: string;
  roles: readonly Role[];
}

/** What every step of filling needs. */
export interface DemoWorld {
  now: Date;
  random: Random;
  seal: Seal;
  people: readonly Person[];
  pictures: ReadonlyMap<string, StoredPicture>;
  /** Ids in the order of writing; on anonymous boards random ones. */
  nextPostId(board: BoardType): number;
  nextCommentId(board: BoardType): number;
  /** The sanitiser of the server: what is stored of a post's HTML, and its text for search. */
  readContent(source: string): { html: string; text: string };
}

export function personNamed(world: DemoWorld, nickname: string): Person {
  const person = world.people.find((one) => one.nickname === nickname);
  if (person === undefined) throw new Error(`The demo knows no member ${nickname}`);
  return person;
}

/** Members who look, like and scrap: everybody but the importer of notices. */
export function visitorsOf(world: DemoWorld): Person[] {
  return world.people.filter(({ roles }) => !roles.includes('SYSTEM'));
}

/** Author columns: the member, or on an anonymous board its seal. */
export function authorColumns(world: DemoWorld, board: BoardType, author: Person) {
  return BOARDS[board].anonymous
    ? { authorId: null, authorSeal: world.seal.seal(author.id) }
    : { authorId: author.id, authorSeal: null };
}

/** The time of writing; to the minute on an anonymous board. */
export function writtenAt(world: DemoWorld, board: BoardType, ago: number): Date {
  const time = wakingTimeBefore(world.now, ago);
  return BOARDS[board].anonymous ? cutToMinute(time) : time;
}
