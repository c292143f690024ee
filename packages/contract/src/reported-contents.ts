import * as z from 'zod/mini';
import { fileAddress } from './own-files.ts';

const contentVersion = {
  title: z.string(),
  /** The whole plain text. */
  text: z.string(),
  /** Their addresses work for an hour and for the viewer. Once it is decided, only those still stored are listed. */
  pictures: z.array(fileAddress),
  /** Names of attached files. */
  files: z.array(z.string()),
  /** Addresses of these files, which work for an hour and for the viewer; null for one that is no longer stored. */
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
