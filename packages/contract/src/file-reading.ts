import * as z from 'zod/mini';
import { csvLineErrorSchema } from './fields.ts';

/** How a file with a table was understood, for its preview: what it has is among the changes, the bad lines or here. */
export const tableReadingSchema = z.object({
  /** The columns that are read, with the heading in the file. */
  columns: z.array(z.object({ heading: z.string(), name: z.string() })),
  /** Headings of the columns that are not read. */
  unread: z.array(z.string()),
  /** Lines that are no data, with the reason. */
  ignored: z.array(csvLineErrorSchema),
});
export type TableReading = z.output<typeof tableReadingSchema>;

/** True: the bad lines that the preview showed are left out, and what it asked about is right. */
export const confirmedField = z.prefault(z.boolean(), false);
