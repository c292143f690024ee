import { setImmediate as breathe } from 'node:timers/promises';
import { EXAMPLES_MAX } from '@naru/contract/integrity-checks';

/** What one check found so far. */
export interface Found {
  looked: number;
  faults: number;
  /** At most EXAMPLES_MAX. */
  examples: string[];
}

/** One page of rows: where the next one begins, or null after the last. */
export interface Page<Place> extends Found {
  next: Place | null;
}

export const NOTHING: Found = { looked: 0, faults: 0, examples: [] };

export function foundOf(looked: number, faulty: readonly (string | number)[]): Found {
  return {
    looked,
    faults: faulty.length,
    examples: faulty.slice(0, EXAMPLES_MAX).map(String),
  };
}

export function addFound(a: Found, b: Found): Found {
  return {
    looked: a.looked + b.looked,
    faults: a.faults + b.faults,
    examples: [...a.examples, ...b.examples].slice(0, EXAMPLES_MAX),
  };
}

/** Reads page after page, and lets other work go first between two of them. */
export async function scan<Place>(
  start: Place,
  read: (place: Place) => Promise<Page<Place>>,
): Promise<Found> {
  let all = NOTHING;
  for (let place: Place | null = start; place !== null; ) {
    const page: Page<Place> = await read(place);
    all = addFound(all, page);
    place = page.next;
    await breathe();
  }
  return all;
}
