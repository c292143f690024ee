import type { Clock } from '../platform/clock.ts';

const WINDOW_MS = 1_000;
/** Maximum of remembered addresses; the least recently active one is evicted first. */
const MOST_ADDRESSES = 2_000;

/** The way through a gate of its own. */
export function createGate(max: number, clock: Clock): (address: string) => boolean {
  const gate = new LiveGate(max, clock);
  return (address) => gate.enter(address);
}

/** Sliding-window limit of new streams per second and address, in this process. */
export class LiveGate {
  readonly #max: number;
  readonly #clock: Clock;
  /** Admission times of the last second by address, in order of the latest admission. */
  readonly #entries = new Map<string, number[]>();

  constructor(max: number, clock: Clock) {
    this.#max = max;
    this.#clock = clock;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** False if the limit of the address is reached. Refused attempts do not count. */
  enter(address: string): boolean {
    const now = this.#clock.now().getTime();
    const isRecent = (at: number) => at <= now && at > now - WINDOW_MS;
    const recent = (this.#entries.get(address) ?? []).filter(isRecent);
    if (recent.length >= this.#max) return false;
    recent.push(now);
    this.#entries.delete(address);
    this.#entries.set(address, recent);
    this.#evict(isRecent);
    return true;
  }

  #evict(isRecent: (at: number) => boolean): void {
    for (const [address, times] of this.#entries) {
      const isNeeded = isRecent(times.at(-1) ?? 0);
      if (isNeeded && this.#entries.size <= MOST_ADDRESSES) return;
      this.#entries.delete(address);
    }
  }
}
