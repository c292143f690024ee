import { type PrivateEntry, privateEntryBody } from '@naru/contract/private-entries';
import { DAYS, type Term, THEME_PALETTE } from '@naru/contract/timetable';
import * as z from 'zod/mini';
import { slotTimes, typedColor } from '../form/lecture-form.ts';

export const entryForm = z.extend(privateEntryBody, {
  themeColor: typedColor(privateEntryBody.shape.themeColor),
  times: slotTimes(privateEntryBody.shape.times),
});
type EntryForm = z.input<typeof entryForm>;

const entryText = z.object({
  title: z.string(),
  place: z.string(),
  themeColor: z.string(),
  times: z.array(
    z.object({
      dow: z.enum(DAYS),
      startTime: z.number(),
      endTime: z.number(),
      startMinute: z.optional(z.number()),
      endMinute: z.optional(z.number()),
    }),
  ),
});

/** Whether a draft is one of this form. */
export const isEntryText = (value: unknown): value is z.infer<typeof entryText> =>
  z.safeParse(entryText, value).success;

/** Initial values. */
export function entryValues(entry: PrivateEntry | undefined, term: Term): EntryForm {
  const { year, semester } = entry ?? term;
  return {
    title: entry?.title ?? '',
    place: entry?.place ?? '',
    times: entry?.schedules ?? [{ dow: 'MONDAY', startTime: 18, endTime: 20 }],
    themeColor: entry?.themeColor ?? THEME_PALETTE[5],
    year,
    semester,
  };
}
