import { headSettingsBody } from '@naru/contract/heads';
import { siteSettingsBody } from '@naru/contract/settings';
import * as z from 'zod/mini';

/** What the page of the boards edits, in screen order. */
export const boardsBody = z.object({
  heads: headSettingsBody,
  anonymousBoards: siteSettingsBody.shape.anonymousBoards,
  blindAfter: siteSettingsBody.shape.blindAfter,
  petitions: siteSettingsBody.shape.petitions,
});
export type BoardsValues = z.input<typeof boardsBody>;
