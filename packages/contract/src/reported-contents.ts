import * as z from 'zod/mini';
import { fileAddress } from './own-files.ts';

const contentVersion = {
  title: z.string(),
  /** The whole plain text. */
  text: z.string(),
  /** Addresses that work for an hour, for the viewer; once it is decided, of those that are still there. */
  pictures: z.array(fileAddress),
  /** Names of attached files. */
  files: z.array(z.string()),
  /** Their addresses, for an hour and the viewer; null for one that is held no longer. */
  fileUrls: z.array(z.nullable(fileAddress)),
};

/** The target of a report as it was when it was reported, and as it is now. */
export const reportedContentSchema = z.object({
  ...contentVersion,
  writerNickname: z.string(),
  /** Changed or deleted since. */
  changed: z.boolean(),
  /** Null when it is deleted. */
  now: z.nullable(z.object(contentVersion)),
});
export type ReportedContent = z.output<typeof reportedContentSchema>;
