import * as z from 'zod/mini';
import { messageSchema } from './fields.ts';
import { get, post, put } from './route.ts';

/** How often a member who is away gets an e-mail with what is new. */
export const DIGESTS = ['OFF', 'DAILY', 'WEEKLY'] as const;
export type Digest = (typeof DIGESTS)[number];
export const DEFAULT_DIGEST: Digest = 'WEEKLY';

const digestSchema = z.object({ digest: z.enum(DIGESTS) });

/** Code units of the token in the link of an e-mail. */
const TOKEN_MAX = 200;
/** Only characters of a token: the address of the page is made with it. */
const tokenParams = z.object({
  token: z.string().check(z.maxLength(TOKEN_MAX), z.regex(/^[\w.-]+$/)),
});

export const digestRoutes = {
  get: get('/api/member/digest', 'signedIn', {
    summary: 'How often the caller gets a digest by e-mail when away',
    response: z.object({
      ...digestSchema.shape,
      /** The mail server refuses the caller's address: none is sent until it changes. */
      addressRefused: z.boolean(),
    }),
  }),
  set: put('/api/member/digest', 'signedIn', {
    summary: 'Choose how often to get a digest by e-mail when away',
    body: digestSchema,
    response: digestSchema,
  }),
  stop: post('/api/digest/stop/:token', 'public', {
    summary: 'Stop the digest by the link of an e-mail, also as RFC 8058 describes it',
    params: tokenParams,
    response: messageSchema,
    errors: ['DIGEST_LINK_INVALID'],
  }),
  stopPage: get('/api/digest/stop/:token', 'public', {
    summary: 'Redirects to the page on which the link of an e-mail stops the digest',
    params: tokenParams,
    response: null,
  }),
};
