import type { QuietHours } from '@naru/contract/push';
import { addSeconds, toKst } from '../../platform/clock.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

/** Minutes of the day. */
export interface QuietMinutes {
  from: number;
  to: number;
}

export function readQuiet({ from, to }: QuietHours): QuietMinutes {
  return { from: minutesOf(from), to: minutesOf(to) };
}

export function writeQuiet({ from, to }: QuietMinutes): QuietHours {
  return { from: textOf(from), to: textOf(to) };
}

/** When the quiet hours of the member end that hold at `now`; null outside of them. */
export function quietUntil(quiet: QuietMinutes | null, now: Date): Date | null {
  if (quiet === null) return null;
  const minute = minutesOf(toKst(now).slice(11, 16));
  const length = (quiet.to - quiet.from + DAY) % DAY;
  const passed = (minute - quiet.from + DAY) % DAY;
  if (passed >= length) return null;
  const startOfMinute = now.getTime() - (now.getTime() % (HOUR * 1000));
  return addSeconds(new Date(startOfMinute), (length - passed) * HOUR);
}

function minutesOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * HOUR + minutes;
}

function textOf(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(minutes / HOUR))}:${two(minutes % HOUR)}`;
}
