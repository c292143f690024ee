import { BOARDS, type BoardType } from '@naru/contract/boards';
import type { Db, Tx } from '@naru/server/db/client';
import {
  anonymousNumbers,
  attachments,
  boardCounters,
  commentLikes,
  comments,
  members,
  postLikes,
  postScraps,
  posts,
  postViews,
  uploads,
} from '@naru/server/db/schema';
import type { DemoPackage, DemoParts } from '@naru/server/wiring/demo';
import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type DemoPost, demoMembers, demoPosts } from './content.ts';
import { bannerClipNames, bannerPictureNames, insertDemoBanners } from './demo-banners.ts';
import { insertDemoBookings } from './demo-bookings.ts';
import { insertDemoCampus, insertDemoDates } from './demo-campus.ts';
import { insertDemoConsole } from './demo-console.ts';
import { type StoredFile, storeDemoFiles } from './demo-files.ts';
import { insertDemoFollows } from './demo-follows.ts';
import { insertDemoHandled } from './demo-handled.ts';
import { inquiryFileNames, insertDemoInquiries } from './demo-inquiries.ts';
import {
  demoLecturePosts,
  insertDemoCourseReviews,
  insertLectureAnswers,
  planLecturePosts,
} from './demo-lecture-posts.ts';
import { insertDemoLectures, lectureNamed } from './demo-lectures.ts';
import { type StoredPicture, storeDemoClips, storeDemoPictures } from './demo-media.ts';
import { avatarName, insertDemoMembers, insertDemoVisitors } from './demo-members.ts';
import { insertDemoMustReads, insertDemoScheduled } from './demo-notices.ts';
import { chatPictureNames, insertDemoPeople } from './demo-people.ts';
import { insertDemoPetitions } from './demo-petitions.ts';
import { insertDemoDrafts, insertDemoHeads, insertDemoPolls } from './demo-posts.ts';
import { demoSchoolPage } from './demo-school.ts';
import { insertDemoServiceKeys, insertDemoSite, withDemoDomains } from './demo-site.ts';
import { demoSources } from './demo-sources.ts';
import { insertDemoTeams } from './demo-teams.ts';
import { insertDemoPlans, insertDemoPrivateEntries, insertDemoSharing } from './demo-timetables.ts';
import type { DemoWorld, Person } from './demo-world.ts';
import { seeded } from './engagement.ts';
import { type PostPlan, pictureNames, planPost } from './plan-posts.ts';
import { hasDemoMembers, removeDemo } from './remove-demo.ts';

/** Loaded by the server. @public */
export const demo: DemoPackage = {
  fill: fillDemo,
  remove: removeDemo,
  hasMembers: hasDemoMembers,
  sources: demoSources,
  schoolPage: demoSchoolPage,
  withDomains: withDemoDomains,
  password: 'naru-demo-1',
  listAccounts: () => demoMembers().slice(0, ACCOUNTS),
};

const ACCOUNTS = 8;

const SEED = 20_261_120;
/** Advisory lock, so that of two servers starting together only one fills the database. */
const ADVISORY_LOCK = 7_203_002;
const CHUNK = 1000;
/** Ids on anonymous boards are random from 2^40 to 2^47, like those the server assigns. */
const RANDOM_ID_FROM = 2 ** 40;
const RANDOM_ID_SPAN = 2 ** 47 - 2 ** 40;

/**
 * Fills an empty database with the demo content in one transaction. Returns false and changes nothing
 * when a member exists.
 */
async function fillDemo(parts: DemoParts): Promise<boolean> {
  if (await hasMembers(parts.db)) return false;
  const list = demoPosts();
  const lecturePosts = demoLecturePosts().map(({ post }) => post);
  const [pictures, files, clips, passwordHash] = await Promise.all([
    storeDemoPictures(
      [
        ...demoMembers().flatMap(avatarName),
        ...list.flatMap(pictureNames),
        ...bannerPictureNames(),
        ...chatPictureNames(),
      ],
      parts.storePicture,
    ),
    storeDemoFiles(
      [...[...list, ...lecturePosts].flatMap(({ files = [] }) => files), ...inquiryFileNames()],
      parts.storeFile,
    ),
    storeDemoClips(bannerClipNames(), parts.storeVideo),
    parts.hashPassword(demo.password),
  ]);
  return parts.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`);
    if (await hasMembers(tx)) return false;
    const now = parts.clock.now();
    const people = await insertDemoMembers(tx, demoMembers(), { now, passwordHash, pictures });
    const world = await createWorld(tx, {
      ...parts,
      now,
      people,
      pictures,
      files,
      list: [...list, ...lecturePosts],
    });
    const rooms = await insertDemoLectures(tx, world);
    await insertDemoCourseReviews(tx, world, rooms);
    await insertDemoPrivateEntries(tx, world);
    await insertDemoPlans(tx, world, rooms);
    const headOf = await insertDemoHeads(tx);
    const plans = list.map((post) => {
      const plan = withLecture(planListed(world, post), post, rooms);
      return { ...plan, row: { ...plan.row, headId: headOf(post) } };
    });
    await insertPosts(tx, plans);
    await insertComments(tx, plans);
    await insertDemoScheduled(tx, world);
    await insertDemoDrafts(tx, world);
    const keyed = plans.map(({ row }, index) => ({ id: row.id, key: list[index]?.key ?? '' }));
    await insertDemoPeople(tx, world, keyed, rooms);
    await insertDemoSharing(tx, world);
    await insertDemoInquiries(tx, world, keyed);
    await insertDemoLecturePosts(tx, { world, rooms });
    await insertDemoCampus(tx, now);
    await insertDemoDates(tx, now);
    await insertDemoBookings(tx, world);
    await insertDemoBanners(tx, now, { pictures, clips });
    await insertDemoSite(tx, now);
    await insertDemoVisitors(tx, world);
    const planOf = new Map(list.map(({ key }, place) => [key, plans[place]] as const));
    await insertDemoMustReads(tx, world, list, plans);
    await insertDemoHandled(tx, world, planOf);
    await insertDemoServiceKeys(tx, world);
    await insertDemoConsole(tx, world);
    const tried = demoMembers().slice(0, ACCOUNTS);
    const names = tried.map(({ nickname }) => nickname);
    await insertDemoPolls(tx, world, list, plans, names);
    await insertDemoTeams(tx, world, list, plans);
    await insertDemoPetitions(tx, world, list, plans, names);
    await insertDemoFollows(tx, world, planOf);
    return true;
  });
}

async function insertDemoLecturePosts(
  tx: Tx,
  parts: Parameters<typeof planLecturePosts>[0],
): Promise<void> {
  const plans = planLecturePosts(parts);
  const posted = plans.map(({ plan }) => plan);
  await insertPosts(tx, posted);
  await insertComments(tx, posted);
  await insertLectureAnswers(tx, parts.world, plans);
}

/** A post whose author chose to be anonymous is planned like those of the secret board. */
function planListed(world: DemoWorld, post: DemoPost): PostPlan {
  if (post.anonymous !== true) return planPost(world, post);
  const plan = planPost(world, { ...post, board: 'SECRET' });
  return { ...plan, row: { ...plan.row, boardType: post.board } };
}

/** The plan of a review or an item with the lecture that it names. */
function withLecture(
  plan: PostPlan,
  { lecture }: DemoPost,
  rooms: ReadonlyMap<string, number>,
): PostPlan {
  if (lecture === undefined) return plan;
  return { ...plan, row: { ...plan.row, lectureTagId: lectureNamed(rooms, lecture) } };
}

async function hasMembers(db: Db | Tx): Promise<boolean> {
  const rows = await db.select({ id: members.id }).from(members).limit(1);
  return rows.length > 0;
}

async function createWorld(
  tx: Tx,
  parts: Pick<DemoParts, 'seal' | 'readContent' | 'voterIn'> & {
    now: Date;
    people: Person[];
    pictures: ReadonlyMap<string, StoredPicture>;
    files: ReadonlyMap<string, StoredFile>;
    list: readonly DemoPost[];
  },
): Promise<DemoWorld> {
  const { list, ...rest } = parts;
  const random = seeded(SEED);
  const randomId = () => RANDOM_ID_FROM + Math.floor(random() * RANDOM_ID_SPAN);
  const commentCount = list.flatMap(({ comments: tops }) =>
    tops.flatMap((top) => [top, ...(top.replies ?? [])]),
  ).length;
  const postIds = await reserveIds(tx, 'posts', list.length);
  const commentIds = await reserveIds(tx, 'comments', commentCount);
  const next = (ids: number[]) => (board: BoardType) =>
    BOARDS[board].anonymous ? randomId() : (ids.shift() ?? randomId());
  return { ...rest, random, nextPostId: next(postIds), nextCommentId: next(commentIds) };
}

/** Reserves ids from the sequence of a table, so that rows can refer to each other before the insert. */
async function reserveIds(tx: Tx, table: string, count: number): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count})`,
  );
  return rows.map(({ id }) => id);
}

async function insertPosts(tx: Tx, plans: readonly PostPlan[]): Promise<void> {
  await insertAll(tx, posts, plans, ({ row }) => [row]);
  await insertAll(tx, uploads, plans, (plan) => plan.uploads);
  await insertAll(tx, attachments, plans, (plan) => plan.attachments);
  await insertAll(tx, postLikes, plans, ({ likes }) => likes);
  await insertAll(tx, postScraps, plans, ({ scraps }) => scraps);
  await insertAll(tx, postViews, plans, ({ views }) => views);
  await tx.execute(sql`
    insert into ${boardCounters} (board_type, post_count)
    select board_type, count(*) from ${posts} where deleted_at is null and lecture_id is null group by board_type
    on conflict (board_type) do update set post_count = excluded.post_count`);
}

async function insertComments(tx: Tx, plans: readonly PostPlan[]): Promise<void> {
  const threads = plans.map((plan) => plan.comments);
  await insertAll(tx, comments, threads, ({ rows }) => rows);
  await insertAll(tx, commentLikes, threads, ({ likes }) => likes);
  await insertAll(tx, anonymousNumbers, threads, (thread) => thread.anonymousNumbers);
}

async function insertAll<T extends PgTable, S>(
  tx: Tx,
  table: T,
  sources: readonly S[],
  rowsOf: (source: S) => T['$inferInsert'][],
): Promise<void> {
  const rows = sources.flatMap(rowsOf);
  for (let from = 0; from < rows.length; from += CHUNK) {
    await tx.insert(table).values(rows.slice(from, from + CHUNK));
  }
}
