import { postBoardName } from '@naru/contract/boards';
import { cutGraphemes } from '@naru/contract/text';
import { roomViewer, viewerOf } from '../../domain/access/room-access.ts';
import { isMasked, maskPost } from '../../domain/authorship/mask.ts';
import { writerName } from '../../domain/authorship/writer.ts';
import type { Actor } from '../../platform/actor.ts';
import { toKst } from '../../platform/clock.ts';
import type { Tools } from '../../platform/tools.ts';
import { listLiked, listOwn, listScrapped, type OwnRow, type SavedRow } from './posts.mine.repo.ts';

/** Graphemes. */
const EXCERPT = 50;
const DELETED_TITLE = '삭제된 게시글입니다.';

interface PageInput {
  /** Zero-based. */
  page: number;
  size: number;
}

export function createOwnLists({ db, seal }: Pick<Tools, 'db' | 'seal'>) {
  return {
    /** Own posts of every board and room, anonymous ones too, newest first. */
    async listMine(actor: Actor, { page, size }: PageInput) {
      const { rows, total } = await listOwn(db, viewerOf(seal, actor), slice(page, size));
      const posts = rows.map((row) => ({ ...presentRow(row), postId: row.id }));
      return { posts, ...totals(page, size, total) };
    },

    async listLiked(actor: Actor, { page, size }: PageInput) {
      const { rows, total } = await listLiked(db, roomViewer(actor), slice(page, size));
      return { likes: rows.map(presentSaved), ...totals(page, size, total) };
    },

    /** Deleted posts stay in the list without title, text and writer. */
    async listScraps(actor: Actor, { page, size }: PageInput) {
      const { rows, total } = await listScrapped(db, roomViewer(actor), slice(page, size));
      return { scraps: rows.map(presentScrap), ...totals(page, size, total) };
    },
  };
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

function presentSaved(row: SavedRow) {
  const saved = {
    ...presentRow(row),
    excerpt: cutGraphemes(row.text.replace(/\s+/gu, ' ').trim(), EXCERPT),
    writerNickname: writerName(row),
    likeCount: row.likeCount,
  };
  return isMasked(row) ? maskPost(saved) : saved;
}

function presentScrap(row: SavedRow) {
  const deleted = row.deletedAt !== null;
  const saved = {
    ...presentSaved(row),
    ...(deleted && { title: DELETED_TITLE, excerpt: '', writerNickname: '', likeCount: 0 }),
  };
  return {
    ...saved,
    postId: saved.id,
    content: saved.excerpt,
    authorName: saved.writerNickname,
    createdAt: saved.createdDate,
    boardName: postBoardName(saved.boardType),
    deleted,
  };
}

function slice(page: number, size: number) {
  return { limit: size, offset: page * size };
}

function totals(page: number, size: number, total: number) {
  return { currentPage: page, totalPages: Math.ceil(total / size), totalElements: total };
}
