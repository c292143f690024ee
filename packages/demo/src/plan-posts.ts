import { BOARDS, isNoticeBoard } from '@naru/contract/boards';
import { yearsOfTitle } from '@naru/contract/notice-audience';
import type { attachments, posts, postViews, uploads } from '@naru/server/db/schema';
import { DAY_MS, kstDay } from '@naru/server/platform/clock';
import type { DemoPost } from './content.ts';
import { fillDates, officeTime } from './demo-calendar.ts';
import { fileRow } from './demo-files.ts';
import { type StoredPicture, uploadRow } from './demo-media.ts';
import { authorColumns, type DemoWorld, personNamed, visitorsOf, writtenAt } from './demo-world.ts';
import { pick, planViews, reactionTime } from './engagement.ts';
import { type CommentPlan, planComments } from './plan-comments.ts';

const IMAGE_MARK = /src="\{\{image:([\w-]+)\}\}"/g;

interface Reaction {
  postId: number;
  memberId: number;
  createdAt: Date;
}

/** The rows of one post, its comments and reactions. */
export interface PostPlan {
  row: typeof posts.$inferInsert & { id: number };
  uploads: (typeof uploads.$inferInsert)[];
  attachments: (typeof attachments.$inferInsert)[];
  likes: Reaction[];
  scraps: Reaction[];
  views: (typeof postViews.$inferInsert)[];
  comments: CommentPlan;
}

export function pictureNames(post: DemoPost): string[] {
  const inBody = [...post.body.join('').matchAll(IMAGE_MARK)].map(([, name = '']) => name);
  const ofItem = post.image === undefined ? [] : [post.image, ...(post.images ?? [])];
  return [...ofItem, ...inBody];
}

export function planPost(world: DemoWorld, post: DemoPost): PostPlan {
  const { board } = post;
  const author = personNamed(world, post.by);
  const id = world.nextPostId(board);
  const written = writtenAt(world, board, post.ago);
  const createdAt = BOARDS[board].group === 'notice' ? officeTime(written) : written;
  const react = (count: number): Reaction[] =>
    pick(world.random, visitorsOf(world), count, author.id).map((visitor) => ({
      postId: id,
      memberId: visitor.id,
      createdAt: reactionTime(world.random, visitor, createdAt, world.now),
    }));
  const likes = react(post.likes);
  const scraps = react(post.scraps);
  const comments = planComments(world, { post, postId: id, author });
  const views = planViews(world.random, visitorsOf(world), {
    wanted: post.views,
    written: createdAt,
    now: world.now,
    except: BOARDS[board].anonymous ? null : author.id,
    seen: [
      ...comments.seen,
      ...[...likes, ...scraps].map((one) => ({
        memberId: one.memberId,
        day: kstDay(one.createdAt),
      })),
    ],
  });
  const pictures = pictureNames(post).map((name) => pictureNamed(world, name));
  const content = world.readContent(sourceOf(world, post));
  return {
    row: {
      id,
      boardType: board,
      anonymous: BOARDS[board].anonymous,
      ...authorColumns(world, board, author),
      title: fillDates(post.title, world.now),
      content: content.html,
      contentText: content.text,
      imageUrls: pictures.map(({ url }) => url),
      price: post.price ?? null,
      tradeStatus: board === 'MARKET' ? (post.trade ?? 'ON_SALE') : null,
      targetUrl: post.url ?? null,
      pinned: post.pinned ?? false,
      audienceYears: isNoticeBoard(board) ? yearsOf(post.title) : null,
      expiresAt:
        post.expires === undefined ? null : new Date(world.now.getTime() + post.expires * DAY_MS),
      mustRead: post.mustRead !== undefined,
      acceptedCommentId: comments.acceptedId,
      viewCount: views.length,
      likeCount: likes.length,
      commentCount: comments.visible,
      createdAt,
    },
    uploads: pictures.map((picture) =>
      uploadRow(picture, {
        ownerId: BOARDS[board].anonymous ? null : author.id,
        postId: id,
        at: createdAt,
      }),
    ),
    attachments: (post.files ?? []).map((name, position) => ({
      ...fileRow(world, name, { ownerId: author.id, position, at: createdAt }),
      postId: id,
    })),
    likes,
    scraps,
    views: views.map((view) => ({ postId: id, ...view })),
    comments,
  };
}

function yearsOf(title: string): number[] | null {
  const years = yearsOfTitle(title) ?? [];
  return years.length === 0 ? null : years;
}

/** Returns the HTML that the editor would send, with the natural size of each picture. */
function sourceOf(world: DemoWorld, post: DemoPost): string {
  return fillDates(post.body.join(''), world.now).replaceAll(IMAGE_MARK, (_, name: string) => {
    const { url, width, height } = pictureNamed(world, name);
    return `src="${url}" width="${width}" height="${height}"`;
  });
}

function pictureNamed(world: DemoWorld, name: string): StoredPicture {
  const picture = world.pictures.get(name);
  if (picture === undefined) throw new Error(`unknown demo picture: ${name}`);
  return picture;
}
