import * as z from 'zod/mini';
import { idParams, messageSchema } from './fields.ts';
import { memberSummarySchema } from './friends.ts';
import { scheduleSchema, semesterSchema, termQuery } from './lectures.ts';
import { get, put } from './route.ts';
import { TEXTS } from './texts.ts';

const friendTimetableSchema = z.object({
  ...memberSummarySchema.shape,
  /** The caller shows this friend when they are busy. */
  isShown: z.boolean(),
  /** The friend shows it to the caller; both together can compare. */
  showsMe: z.boolean(),
});
export type FriendTimetable = z.output<typeof friendTimetableSchema>;

const busyPersonSchema = z.object({
  id: z.number(),
  nickname: z.string(),
  /** When the person is busy, never with what; touching times are merged. */
  busy: z.array(scheduleSchema),
});
export type BusyPerson = z.output<typeof busyPersonSchema>;

/** `3,7`: one to five different friends. */
const friendIds = z.pipe(
  z
    .string({ error: TEXTS.compareFriends })
    .check(z.regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,4}$/, TEXTS.compareFriends)),
  z.transform((text: string) => [...new Set(text.split(',').map(Number))]),
);

export const sharedTimetableRoutes = {
  list: get('/api/timetable/friends', 'signedIn', {
    summary: 'Whether the caller shows the own timetable to all friends, and who shows it to whom',
    response: z.object({ isOpen: z.boolean(), friends: z.array(friendTimetableSchema) }),
  }),
  open: put('/api/timetable/open', 'signedIn', {
    summary: 'Show all friends when the caller is busy, or only chosen ones',
    body: z.object({ isOpen: z.boolean() }),
    response: z.object({ ...messageSchema.shape, isOpen: z.boolean() }),
  }),
  show: put('/api/timetable/friends/:id', 'signedIn', {
    summary: 'Show one friend when the caller is busy, or no longer',
    params: idParams,
    body: z.object({ isShown: z.boolean() }),
    response: z.object({ ...messageSchema.shape, isShown: z.boolean() }),
    errors: ['FRIEND_NOT_FOUND'],
  }),
  compare: get('/api/timetable/common', 'signedIn', {
    summary: 'When the caller and one to five friends are busy, by consent of both sides',
    query: z.object({ ...termQuery.shape, friends: friendIds }),
    response: z.object({
      year: z.number(),
      semester: semesterSchema,
      /** The caller first. */
      people: z.array(busyPersonSchema),
    }),
    errors: ['TIMETABLE_HIDDEN'],
  }),
};
