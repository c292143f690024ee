import { type Attachment, imageVariantUrl } from '@naru/contract/files';
import { isSafeLink } from '@naru/contract/formats';
import type { LectureTag } from '@naru/contract/lecture-tags';
import type { PostDetail, PostItem } from '@naru/contract/posts';
import {
  isMasked,
  maskPost,
  presentProfile,
  presentWriter,
} from '../../domain/authorship/writer.ts';
import { presentMustRead } from '../../domain/notices/must-reads.ts';
import { presentPoll } from '../../domain/polls/polls.ts';
import { postWriterName, presentPictures, presentPost } from '../../domain/posts/post.present.ts';
import type { MarketRow } from '../../domain/posts/post.sql.ts';
import { presentTeam } from '../../domain/teams/teams.ts';
import { toKst } from '../../platform/clock.ts';
import type { ItemRow, LectureTagRow } from './items/item.repo.ts';
import type { DetailRow, PostExtras } from './items/read.repo.ts';

export function presentItem(row: ItemRow): PostItem {
  const item = presentOpen(row);
  return isMasked(row) ? maskPost(item, row) : item;
}

/** Adds what depends on the time, such as that its event is over. */
export function presentListed(row: ItemRow, now: Date): PostItem {
  return { ...presentItem(row), ...presentExpiry(row, now), ...presentTeamOf(row, now) };
}

/** What a post recruits; nothing for a viewer who does not see its text. */
export function presentTeamOf(row: ItemRow, now: Date) {
  if (row.team === null || row.isBlinded || isMasked(row)) return {};
  return { team: presentTeam(row.team, now) };
}

interface Parts {
  /** The row's content, sanitised again. */
  content: string;
  attachments: Attachment[];
  extras: Pick<PostExtras, 'mustReadState'>;
}

export function presentDetail(row: DetailRow, { content, attachments, extras }: Parts): PostDetail {
  const detail = {
    content,
    ...presentOpen(row),
    ...presentProfile(row),
    writerNickname: postWriterName(row),
    image_urls: row.imageUrls.find((url) => !content.includes(nameOf(url))) ?? null,
    targetUrl: presentLink(row.targetUrl),
    updatedDate: row.updatedAt === null ? null : toKst(row.updatedAt),
    isLike: row.isLike,
    isScrapped: row.isScrapped,
    isAuthor: row.isAuthor,
    acceptedCommentId: row.acceptedCommentId,
    pinnedUntil: row.pinnedUntil === null ? null : toKst(row.pinnedUntil),
    hasFiles: attachments.length > 0,
    attachments,
    years: row.audienceYears ?? [],
    ...(row.audienceGroups && { groups: row.audienceGroups }),
    expiresAt: row.expiresAt === null ? null : toKst(row.expiresAt),
    ...presentMustRead(extras),
  };
  return isMasked(row) ? maskPost(detail, row) : detail;
}

/** Of all its variants. */
const nameOf = (url: string) => url.replace(/\.webp$/, '');

/** The poll of a post, also of a blinded one for viewers who read its text. */
export function presentPollOf(row: DetailRow, { poll, now, seesBlinded }: PollView) {
  if (poll === null || isMasked(row) || (row.isBlinded && !seesBlinded)) return {};
  return { poll: presentPoll(poll, now) };
}

interface PollView extends Pick<PostExtras, 'poll'> {
  now: Date;
  seesBlinded: boolean;
}

/** Whether the time of a notice is over. */
export function presentExpiry({ expiresAt }: Pick<ItemRow, 'expiresAt'>, now: Date) {
  return expiresAt !== null && expiresAt <= now ? { expired: true } : {};
}

function presentOpen(row: ItemRow): PostItem {
  const cover = row.imageUrls[0];
  const isHidden = row.isBlinded || isMasked(row);
  // A literal that begins with a spread takes V8 microseconds instead of a fraction of one.
  return {
    boardType: row.boardType,
    ...presentPost(row),
    ...presentWriter(row),
    writerNickname: postWriterName(row),
    ...(row.isAnonymous && { anonymous: true }),
    thumbNailUrl: cover === undefined ? null : imageVariantUrl(cover, 'thumb'),
    ...presentPictures(row),
    ...presentMarket(row),
    ...(!isMasked(row) && presentLectureTag(row.lectureTag)),
    ...(row.head !== null && !isHidden && { head: row.head }),
    pinned: row.pinned,
    answered: row.acceptedCommentId !== null,
    hasFiles: row.hasFiles && !row.isBlinded,
    ...(row.mustRead && { mustRead: true }),
    ...(row.hasPoll && !isHidden && { hasPoll: true }),
  };
}

/** An item that was moved to the top keeps the date of its writing. */
function presentMarket({
  price,
  tradeStatus,
  registeredAt,
  createdAt,
}: MarketRow & { createdAt: Date }) {
  if (registeredAt === null) return { price, tradeStatus };
  const dates = { createdDate: toKst(registeredAt), bumpedDate: toKst(createdAt) };
  return { price, tradeStatus, ...dates };
}

function presentLectureTag(row: LectureTagRow | null): { lectureTag?: LectureTag } {
  if (row === null) return {};
  const { access, ...lecture } = row;
  return { lectureTag: { ...lecture, canRead: access === 'open' } };
}

function presentLink(url: string | null): string | null {
  return url !== null && isSafeLink(url) ? url : null;
}
