import * as z from 'zod/mini';
import { messageSchema, textField } from './fields.ts';
import { foldText } from './folding.ts';
import { LIMITS } from './limits.ts';
import { del, get, post } from './route.ts';
import { hasAtMostGraphemes, UNITS_PER_GRAPHEME } from './text.ts';

const LENGTH = `${LIMITS.alertWordMin}~${LIMITS.alertWordMax}자로 입력해 주세요.`;

/** Runs of white space count as one space, in words and in posts. */
export const alertWordField = textField(LIMITS.alertWordMax, LENGTH, LENGTH).check(
  z.overwrite((text) => text.replace(/\s+/gu, ' ')),
  z.refine(
    (text: string) => {
      const folded = foldText(text);
      const isLong = folded.length > LIMITS.alertWordMax * UNITS_PER_GRAPHEME;
      return !isLong && !hasAtMostGraphemes(folded, LIMITS.alertWordMin - 1);
    },
    { error: LENGTH },
  ),
);

const wordsSchema = z.object({ words: z.array(z.string()) });
const changedSchema = z.object({ ...messageSchema.shape, ...wordsSchema.shape });

/** Words that the caller follows in new posts. */
export const alertWordRoutes = {
  list: get('/api/member/alert-words', 'signedIn', {
    summary: 'The words of the caller, in the order in which they were added',
    response: wordsSchema,
  }),
  add: post('/api/member/alert-words', 'signedIn', {
    summary: 'Add a word; one that differs only in case is there already',
    body: z.object({ word: alertWordField }),
    response: changedSchema,
    errors: ['ALERT_WORDS_FULL'],
  }),
  remove: del('/api/member/alert-words', 'signedIn', {
    summary: 'Remove a word; repeatable',
    query: z.object({ word: alertWordField }),
    response: changedSchema,
  }),
};
