import { BOARD_TYPES, type BoardType } from '@naru/contract/boards';
import { PETITION_ADDRESSEES } from '@naru/contract/petition-bodies';
import { TRADE_STATUSES } from '@naru/contract/posts';
import { ROLES } from '@naru/contract/roles';
import { TEAM_KINDS } from '@naru/contract/team-fields';
import { APPLICATION_STATES } from '@naru/contract/teams';
import * as z from 'zod/mini';
import free from './content/free.json' with { type: 'json' };
import market from './content/market.json' with { type: 'json' };
import memberList from './content/members.json' with { type: 'json' };
import notice from './content/notice.json' with { type: 'json' };
import noticeDept from './content/notice_dept.json' with { type: 'json' };
import noticeSc from './content/notice_sc.json' with { type: 'json' };
import noticeUniv from './content/notice_univ.json' with { type: 'json' };
import petition from './content/petition.json' with { type: 'json' };
import qna from './content/qna.json' with { type: 'json' };
import review from './content/review.json' with { type: 'json' };
import scheduledList from './content/scheduled.json' with { type: 'json' };
import secret from './content/secret.json' with { type: 'json' };
import team from './content/team.json' with { type: 'json' };

/** Age in waking minutes: see `wakingTimeBefore`. */
export const ago = z.int().check(z.minimum(1));
const count = z.int().check(z.minimum(0));

const memberSchema = z.strictObject({
  username: z.string(),
  name: z.string(),
  nickname: z.string(),
  mail: z.string(),
  roles: z.array(z.enum(ROLES)),
  intro: z.string(),
  /** `x` for the picture `avatar-x`. */
  avatar: z.optional(z.string()),
  favorites: z.array(z.enum(BOARD_TYPES)),
  /** Days ago. */
  joined: count,
});
export type DemoMember = z.output<typeof memberSchema>;

const replySchema = z.strictObject({
  by: z.string(),
  ago,
  text: z.string(),
  likes: z.optional(count),
  edited: z.optional(z.boolean()),
  deleted: z.optional(z.boolean()),
});
export type DemoReply = z.output<typeof replySchema>;

const commentSchema = z.strictObject({
  ...replySchema.shape,
  accepted: z.optional(z.boolean()),
  replies: z.optional(z.array(replySchema)),
});
export type DemoComment = z.output<typeof commentSchema>;

/** A board post; lecture posts extend it. */
export const postSchema = z.strictObject({
  key: z.string(),
  by: z.string(),
  /** By choice, on a board that otherwise names its authors. */
  anonymous: z.optional(z.boolean()),
  ago,
  /** May contain placeholders such as `{{term}}`: see `fillDates`. */
  title: z.string(),
  /** Name of its head: see `heads.json`. */
  head: z.optional(z.string()),
  /** One HTML block per line; `{{image:key}}` is replaced by the URL of a picture. */
  body: z.array(z.string()),
  likes: count,
  scraps: count,
  views: count,
  pinned: z.optional(z.boolean()),
  /** Days from now until a notice is out of date; negative: it is. */
  expires: z.optional(z.int()),
  /** Students confirm the notice within the days from now; those named have not. */
  mustRead: z.optional(z.object({ days: count, waiting: z.array(z.string()) })),
  /** Anonymous unless `open`; without `days` from now it never ends. Votes by choices: `"0,2": 3`. */
  poll: z.optional(
    z.strictObject({
      options: z.array(z.string()),
      maxChoices: z.optional(count),
      open: z.optional(z.boolean()),
      days: z.optional(z.int()),
      votes: z.record(z.string(), count),
    }),
  ),
  /** Recruits until the last day, in days from now; who applied, hours ago. */
  team: z.optional(
    z.strictObject({
      kind: z.enum(TEAM_KINDS),
      places: count,
      days: z.int(),
      roles: z.array(z.string()),
      applications: z.array(
        z.strictObject({
          by: z.string(),
          hours: count,
          state: z.enum(APPLICATION_STATES),
          message: z.string(),
        }),
      ),
    }),
  ),
  /** What has come of a petition; the days are days ago, those to collect from its beginning on. */
  petition: z.optional(
    z.strictObject({
      to: z.enum(PETITION_ADDRESSEES),
      threshold: count,
      signed: count,
      days: z.optional(count),
      reached: z.optional(count),
      /** Oldest first. */
      answers: z.optional(
        z.array(z.strictObject({ by: z.string(), days: count, text: z.string() })),
      ),
    }),
  ),
  price: z.optional(count),
  trade: z.optional(z.enum(TRADE_STATUSES)),
  /** Key of the lecture that a review is about, or an item for. */
  lecture: z.optional(z.string()),
  /** Picture of a market post. */
  image: z.optional(z.string()),
  /** Further pictures of a market post. */
  images: z.optional(z.array(z.string())),
  url: z.optional(z.string()),
  /** Names of attached files: see `demo-files.ts`. */
  files: z.optional(z.array(z.string())),
  comments: z.array(commentSchema),
});
const boardSchema = z.strictObject({ board: z.enum(BOARD_TYPES), posts: z.array(postSchema) });

export type DemoPost = z.output<typeof postSchema> & { board: BoardType };

const scheduledSchema = z.strictObject({
  by: z.string(),
  board: z.enum(BOARD_TYPES),
  /** Workdays ahead, and the hour in Korea. */
  days: count,
  hour: count,
  /** Days of the pin. */
  pin: z.optional(count),
  title: z.string(),
  body: z.array(z.string()),
});

/** Notices that are published later. */
export function demoScheduled() {
  return z.parse(z.array(scheduledSchema), scheduledList);
}

/** The eight documented accounts come first. */
export function demoMembers(): DemoMember[] {
  return z.parse(z.array(memberSchema), memberList);
}

/** Oldest first. */
export function demoPosts(): DemoPost[] {
  const boards = [
    free,
    secret,
    review,
    qna,
    team,
    petition,
    market,
    notice,
    noticeSc,
    noticeUniv,
    noticeDept,
  ];
  return boards
    .map((board) => z.parse(boardSchema, board))
    .flatMap(({ board, posts }) => posts.map((post) => ({ ...post, board })))
    .sort((a, b) => b.ago - a.ago);
}
