import * as z from 'zod/mini';
import { idField, idParams, messageSchema, wordsField } from './fields.ts';
import { fileAddress } from './own-files.ts';
import { del, get, post } from './route.ts';
import { TEXTS } from './texts.ts';

/** Relation between the viewer and a member. */
export const FRIEND_STATUSES = ['none', 'sent', 'received', 'friend'] as const;
export type FriendStatus = (typeof FRIEND_STATUSES)[number];

/** A member in a list: never with a student number, a real name or an e-mail address. */
export const memberSummarySchema = z.object({
  id: z.number(),
  nickName: z.string(),
  nickname: z.string(),
  profileThumbnails: z.nullable(fileAddress),
  roles: z.array(z.string()),
});
export type MemberSummary = z.output<typeof memberSummarySchema>;

const friendStatusSchema = z.enum(FRIEND_STATUSES);
const changedSchema = z.object({ ...messageSchema.shape, friendStatus: friendStatusSchema });

export const friendRoutes = {
  search: get('/api/friend/search', 'signedIn', {
    summary: 'The member with exactly this nickname; never oneself',
    query: z.object({
      nickname: z.prefault(wordsField().check(z.minLength(1, TEXTS.nicknameRequired)), ''),
    }),
    response: z.object({ ...memberSummarySchema.shape, friendStatus: friendStatusSchema }),
    errors: ['MEMBER_UNKNOWN'],
  }),
  add: post('/api/friend/add-friend', 'signedIn', {
    summary: 'Ask a member to be a friend; a crossing request makes friends at once',
    body: z.object({ id: idField }),
    status: 201,
    response: changedSchema,
    errors: [
      'FRIEND_SELF',
      'FRIEND_EXISTS',
      'FRIEND_REQUESTED',
      'FRIEND_BLOCKED',
      'FRIEND_DECLINED',
      'MEMBER_UNKNOWN',
      'FRIEND_THROTTLED',
    ],
  }),
  accept: post('/api/friend/accept-friend', 'signedIn', {
    summary: 'Accept the request of a member',
    body: z.object({ idToAccept: idField }),
    response: changedSchema,
    errors: ['FRIEND_REQUEST_NOT_FOUND'],
  }),
  decline: post('/api/friend/decline-friend', 'signedIn', {
    summary: 'Decline the request of a member',
    body: z.object({ idToDecline: idField }),
    response: changedSchema,
    errors: ['FRIEND_REQUEST_NOT_FOUND'],
  }),
  requests: get('/api/friend/request-friend-list', 'signedIn', {
    summary: 'Members who asked to be friends, newest first',
    response: z.object({ requestMemberList: z.array(memberSummarySchema) }),
  }),
  list: get('/api/friend/my-friends', 'signedIn', {
    summary: 'Friends of the caller, by nickname',
    response: z.object({ acceptMemberDtoList: z.array(memberSummarySchema) }),
  }),
  remove: del('/api/friend/:id', 'signedIn', {
    summary: "End a friendship, or take an own request back; the id is the member's",
    params: idParams,
    response: changedSchema,
    errors: ['FRIEND_NOT_FOUND'],
  }),
  block: post('/api/friend/block', 'signedIn', {
    summary:
      'Block a member: ends friendship and chat, and hides from the caller what the member does',
    body: z.object({ id: idField }),
    response: messageSchema,
    errors: ['FRIEND_SELF', 'MEMBER_UNKNOWN'],
  }),
  unblock: del('/api/friend/block/:id', 'signedIn', {
    summary: 'Lift a block',
    params: idParams,
    response: messageSchema,
    errors: ['MEMBER_UNKNOWN'],
  }),
  blocks: get('/api/friend/blocks', 'signedIn', {
    summary: 'Members the caller blocks',
    response: z.object({ members: z.array(memberSummarySchema) }),
  }),
};
