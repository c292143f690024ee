import type { SourceFault } from './content.ts';
import { readInstant } from './read-instant.ts';

/** Code units of a date that a fault shows. */
const SHOWN = 40;

/**
 * When an article was published, as the text says. A text that is not understood is a fault; an empty one,
 * or one of signs only, is none.
 */
export function readPublished(
  place: string,
  text: string | undefined,
  now: Date,
): { publishedAt: Date | null; faults: SourceFault[] } {
  const written = text?.trim() ?? '';
  const publishedAt = written === '' ? null : readInstant(written, now);
  const isUnknown = publishedAt === null && /[\p{L}\p{N}]/u.test(written);
  return { publishedAt, faults: isUnknown ? [{ place, message: faultOf(written) }] : [] };
}

function faultOf(text: string): string {
  return `날짜를 읽지 못해 날짜 없이 가져왔습니다: ${text.slice(0, SHOWN)}`;
}
