import * as z from 'zod/mini';
import { boardTypeSchema, dateSchema, idParams } from './fields.ts';
import { FRIEND_STATUSES } from './friends.ts';
import { fileAddress } from './own-files.ts';
import { ROLES } from './roles.ts';
import { get, put } from './route.ts';

const roleSchema = z.enum(ROLES);

/** The signed-in member. `nickName` and `profileImageUrl` repeat a value under a second name. */
export const meSchema = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  nickname: z.string(),
  nickName: z.string(),
  email: z.string(),
  intro: z.string(),
  profileThumbnails: z.nullable(fileAddress),
  profileImageUrl: z.nullable(fileAddress),
  roles: z.array(roleSchema),
  /** Favorite boards in the order of marking. */
  favoriteBoards: z.array(boardTypeSchema),
  /** The profile card shows the e-mail address to every member. */
  emailPublic: z.boolean(),
  joinedAt: dateSchema,
  /** End of the session's re-authenticated period; null: not re-authenticated. */
  reauthUntil: z.nullable(dateSchema),
  postCount: z.number(),
  commentCount: z.number(),
  /** Header badges: unread notifications, chat rooms with unread messages, friend requests. */
  newNoticeCount: z.number(),
  newMailCount: z.number(),
  friendRequestCount: z.number(),
  /** Must-read notices to confirm. */
  mustReadCount: z.number(),
  /** The next booking that begins today; left out without one. */
  nextBooking: z.optional(z.object({ name: z.string(), startsAt: dateSchema })),
  /** Of petitions to the viewer's body, and the Korean day by which the first is owed; left out without one. */
  owedAnswers: z.optional(z.object({ count: z.number(), owedOn: z.string() })),
  /** Number of the newest live event at the time of this response: the stream continues from it. */
  liveSeq: z.number(),
  /** Present until the first visit is over. */
  isNew: z.optional(z.boolean()),
  /** Present for staff who have to set up a second factor: until then `roles` has none from MANAGER on. */
  secondFactorDue: z.optional(z.boolean()),
});
export type Me = z.output<typeof meSchema>;

/** `email` is null unless its owner shows it; ADMIN and the owner always see it. */
export const memberCardSchema = z.object({
  id: z.number(),
  nickname: z.string(),
  nickName: z.string(),
  email: z.nullable(z.string()),
  roles: z.array(roleSchema),
  intro: z.string(),
  profileThumbnails: z.nullable(fileAddress),
  isFriend: z.boolean(),
  friendStatus: z.enum(FRIEND_STATUSES),
  isMe: z.boolean(),
  /** The viewer blocks this member. */
  isBlocked: z.boolean(),
});
export type MemberCard = z.output<typeof memberCardSchema>;

export const memberRoutes = {
  me: get('/api/member/me', 'signedIn', {
    summary: 'The signed-in member',
    response: z.object({ meDto: meSchema }),
  }),
  myRoles: get('/api/member/my-roles', 'signedIn', {
    summary: 'Roles of the signed-in member, read anew at every request',
    response: z.object({ roles: z.array(roleSchema) }),
  }),
  endFirstVisit: put('/api/member/first-visit', 'signedIn', {
    summary: 'Note that the first visit of the caller is over, on every device',
    response: z.object({ isNew: z.boolean() }),
  }),
  summary: get('/api/member/summary/:id', 'signedIn', {
    summary: 'The profile card of a member',
    params: idParams,
    response: memberCardSchema,
    errors: ['MEMBER_UNKNOWN', 'TOO_MANY_REQUESTS'],
  }),
};
