import * as z from 'zod/mini';
import { chatMessageSchema } from './chat.ts';
import {
  dateSchema,
  idParam,
  idParams,
  messageSchema,
  pageTotals,
  pagingQuery,
  textField,
} from './fields.ts';
import { LIMITS } from './limits.ts';
import { fileAddress } from './own-files.ts';
import { del, get, post, put } from './route.ts';
import { teamSchema } from './team-fields.ts';
import { TEXTS } from './texts.ts';

/** ENDED: the recruiting ended before the author decided. */
export const APPLICATION_STATES = ['WAITING', 'ACCEPTED', 'DECLINED', 'ENDED'] as const;
export type ApplicationState = (typeof APPLICATION_STATES)[number];

const applicationSchema = z.object({
  state: z.enum(APPLICATION_STATES),
  /** Empty after its text was erased. */
  message: z.string(),
  date: dateSchema,
});

/** For the author alone. */
const applicantSchema = z.object({
  ...applicationSchema.shape,
  memberId: z.number(),
  nickname: z.string(),
  profileThumbnails: z.nullable(fileAddress),
});
export type Applicant = z.output<typeof applicantSchema>;

const ownApplicationSchema = z.object({
  postId: z.number(),
  /** Empty for a post that is gone or hidden. */
  title: z.string(),
  /** The post can be opened. */
  isThere: z.boolean(),
  state: z.enum(APPLICATION_STATES),
  date: dateSchema,
});

const teamViewSchema = z.object({
  team: teamSchema,
  /** The own one; null for others than applicants. */
  application: z.nullable(applicationSchema),
  /** Waiting ones first; null for others than the author. */
  applicants: z.nullable(z.array(applicantSchema)),
  /** The viewer belongs to the team, whose chat room is open. */
  hasRoom: z.boolean(),
});
export type TeamView = z.output<typeof teamViewSchema>;

const viewed = z.object({ message: z.string(), view: teamViewSchema });

/** Form of an application. */
export const applicationBody = z.object({
  message: textField(LIMITS.applicationMax, TEXTS.applicationRequired, TEXTS.applicationLength),
});

export const teamRoutes = {
  view: get('/api/team/:id', 'signedIn', {
    summary: 'A recruiting post with the own application, for its author with all of them',
    params: idParams,
    response: z.object({ view: teamViewSchema }),
    errors: ['POST_NOT_FOUND'],
  }),
  apply: put('/api/team/:id/application', 'STUDENT', {
    summary: 'Apply, or change the own message while it waits; repeating is harmless',
    params: idParams,
    body: applicationBody,
    response: viewed,
    errors: [
      'POST_NOT_FOUND',
      'TEAM_OWN',
      'TEAM_CLOSED',
      'TEAM_DECIDED',
      'TEAM_CROWDED',
      'TEAM_THROTTLED',
    ],
  }),
  withdraw: del('/api/team/:id/application', 'signedIn', {
    summary:
      'Withdraw the own application, or leave the team; a declined one loses its text. Repeating is harmless',
    params: idParams,
    response: messageSchema,
    errors: ['POST_NOT_FOUND'],
  }),
  decide: put('/api/team/:id/application/:memberId', 'signedIn', {
    summary:
      'Accept or decline an application as the author; declining an accepted one removes the member',
    params: z.object({ id: idParam, memberId: idParam }),
    body: z.object({ accepted: z.boolean() }),
    response: viewed,
    errors: [
      'POST_NOT_FOUND',
      'PERMISSION_DENIED',
      'WRITE_DENIED',
      'APPLICATION_NOT_FOUND',
      'TEAM_FULL',
      'APPLICANT_BARRED',
    ],
  }),
  state: put('/api/team/:id/state', 'signedIn', {
    summary: 'Close the recruiting as its author, which ends waiting applications, or reopen it',
    params: idParams,
    body: z.object({ isOpen: z.boolean() }),
    response: viewed,
    errors: ['POST_NOT_FOUND', 'PERMISSION_DENIED', 'WRITE_DENIED', 'TEAM_FULL', 'TEAM_OVER'],
  }),
  room: post('/api/team/:id/room', 'signedIn', {
    summary: 'Enter the chat room of the own team; repeating is harmless',
    params: idParams,
    response: z.object({ roomId: z.number() }),
    errors: ['ROOM_NOT_FOUND'],
  }),
  mine: get('/api/team/mine', 'signedIn', {
    summary: 'Own applications, newest first',
    query: z.object(pagingQuery(LIMITS.mineSize)),
    response: z.object({ applications: z.array(ownApplicationSchema), ...pageTotals }),
  }),
  removeMessage: post('/api/team/:id/remove/:messageId', 'signedIn', {
    summary: 'Remove a message of the chat room of a team as the author of its post',
    params: z.object({ id: idParam, messageId: idParam }),
    response: z.object({ message: z.string(), recalled: chatMessageSchema }),
    errors: ['ROOM_NOT_FOUND', 'MESSAGE_NOT_FOUND', 'PERMISSION_DENIED'],
  }),
};
