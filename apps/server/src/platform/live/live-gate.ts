import type { Clock } from '../clock.ts';

const WINDOW_MS = 1_000;
/** Addresses remembered at a time; the one that has been quiet for longest goes first. */
const MOST_ADDRESSES = 2_000;

/**
 * Lets in so many new streams a second and address: whatever second is looked at, not only whole
 * ones. Counts in this process and keeps some hundred kilobytes at most.
 */
export class LiveGate {
  readonly #max: number;
  readonly #clock: Clock;
  /** When each address was let in, those within the last second; the latest to enter stands last. */
  readonly #entries = new Map<string, number[]>();

  constructor(max: number, clock: Clock) {
    this.#max = max;
    this.#clock = clock;
  }

  /** How many addresses are remembered. */
  get size(): number {
    return this.#entries.size;
  }

  /** False: too many came from there. Those turned away do not count. */
  enter(address: string): boolean {
    const now = this.#clock.now().getTime();
    const isRecent = (at: number) => at <= now && at > now - WINDOW_MS;
    const recent = (this.#entries.get(address) ?? []).filter(isRecent);
    if (recent.length >= this.#max) return false;
    recent.push(now);
    this.#entries.delete(address);
    this.#entries.set(address, recent);
    this.#forget(isRecent);
    return true;
  }

  #forget(isRecent: (at: number) => boolean): void {
    for (const [address, times] of this.#entries) {
      const isNeeded = isRecent(times.at(-1) ?? 0);
      if (isNeeded && this.#entries.size <= MOST_ADDRESSES) return;
      this.#entries.delete(address);
    }
  }
}
