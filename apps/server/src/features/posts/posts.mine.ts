import { postBoardName } from '@naru/contract/boards';
import { cutGraphemes } from '@naru/contract/text';
import type { Db } from '../../db/client.ts';
import { roomViewer } from '../../domain/access/room-access.ts';
import { isMasked, maskPost } from '../../domain/authorship/mask.ts';
import { writerName } from '../../domain/authorship/writer.ts';
import type { Actor } from '../../platform/actor.ts';
import { toKst } from '../../platform/clock.ts';
import type { Seal } from '../../platform/seal.ts';
import { type KeptRow, listLiked, listOwn, listScrapped, type OwnRow } from './posts.mine.repo.ts';

/** Length of a preview in graphemes. */
const EXCERPT = 50;
const DELETED_TITLE = '삭제된 게시글입니다.';

interface PageInput {
  /** Zero-based. */
  page: number;
  size: number;
}

/** The caller's own lists: nobody else's can be asked for. */
export function createOwnLists({ db, seal }: { db: Db; seal: Seal }) {
  return {
    /** Own posts of every board and room, anonymous ones too, newest first. */
    async listMine(actor: Actor, { page, size }: PageInput) {
      const own = { memberId: actor.memberId, seal: seal.seal(actor.memberId) };
      const { rows, total } = await listOwn(db, own, slice(page, size));
      return { posts: rows.map(presentOwn), ...totals(page, size, total) };
    },

    /** Posts the caller likes; authors of secret ones stay hidden. */
    async listLiked(actor: Actor, { page, size }: PageInput) {
      const { rows, total } = await listLiked(db, roomViewer(actor), slice(page, size));
      return { likes: rows.map(presentKept), ...totals(page, size, total) };
    },

    /** Posts the caller keeps; a deleted one keeps its line, without its words. */
    async listScraps(actor: Actor, { page, size }: PageInput) {
      const { rows, total } = await listScrapped(db, roomViewer(actor), slice(page, size));
      return { scraps: rows.map(presentScrap), ...totals(page, size, total) };
    },
  };
}

function presentOwn(row: OwnRow) {
  return { ...presentRow(row), postId: row.id };
}

function presentRow(row: OwnRow) {
  return {
    id: row.id,
    title: row.title,
    boardType: row.boardType,
    createdDate: toKst(row.createdAt),
    lectureRoomId: row.lectureId,
  };
}

function presentKept(row: KeptRow) {
  const kept = {
    ...presentRow(row),
    excerpt: cutGraphemes(row.text.replace(/\s+/gu, ' ').trim(), EXCERPT),
    writerNickname: writerName(row),
    likeCount: row.likeCount,
  };
  return isMasked(row) ? maskPost(kept) : kept;
}

function presentScrap(row: KeptRow) {
  const deleted = row.deletedAt !== null;
  const kept = deleted
    ? { ...presentKept(row), title: DELETED_TITLE, excerpt: '', writerNickname: '', likeCount: 0 }
    : presentKept(row);
  return {
    ...kept,
    postId: kept.id,
    content: kept.excerpt,
    authorName: kept.writerNickname,
    createdAt: kept.createdDate,
    boardName: postBoardName(kept.boardType),
    deleted,
  };
}

function slice(page: number, size: number) {
  return { limit: size, offset: page * size };
}

function totals(page: number, size: number, total: number) {
  return { currentPage: page, totalPages: Math.ceil(total / size), totalElements: total };
}
