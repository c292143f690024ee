/** Seconds between two visits to one stream (the heartbeat interval). */
const SLOTS = 20;
const TICK_MS = 1_000;

/**
 * Visits each member of a large set every 20 s, a twentieth each second, with a single timer;
 * without members there is no timer.
 */
export class Wheel<T> {
  readonly #slots = Array.from({ length: SLOTS }, () => new Set<T>());
  readonly #visit: (items: readonly T[]) => Promise<void>;
  #timer: NodeJS.Timeout | null = null;
  #next = 0;
  #turn = 0;

  constructor(visit: (items: readonly T[]) => Promise<void>) {
    this.#visit = visit;
  }

  add(item: T): void {
    this.#slots[this.#next]?.add(item);
    this.#next = (this.#next + 1) % SLOTS;
    this.#timer ??= setInterval(() => void this.#tick(), TICK_MS).unref();
  }

  remove(item: T): void {
    for (const slot of this.#slots) slot.delete(item);
    if (this.#slots.every((slot) => slot.size === 0)) this.stop();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Visits all members now. */
  async turn(): Promise<void> {
    for (let tick = 0; tick < SLOTS; tick += 1) await this.#tick();
  }

  async #tick(): Promise<void> {
    const slot = this.#slots[this.#turn];
    this.#turn = (this.#turn + 1) % SLOTS;
    if (slot !== undefined && slot.size > 0) await this.#visit([...slot]);
  }
}
