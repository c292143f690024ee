import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { chatMessages } from './chat.ts';
import { bigintId, createdAt, instant } from './columns.ts';
import { comments } from './comments.ts';
import { inquiries } from './inquiries.ts';
import { members } from './members.ts';
import { posts } from './posts.ts';

/** Columns of an uploaded file, unused or in use. */
const fileColumns = () => ({
  /** Random part of the URL. */
  key: text('key').primaryKey(),
  ownerId: bigintId('owner_id').references(() => members.id, { onDelete: 'set null' }),
  /** Post that it belongs to; unused files are deleted after 24 hours. */
  postId: bigintId('post_id').references(() => posts.id, { onDelete: 'set null' }),
  contentType: text('content_type').notNull(),
  /** `pending` until the bytes were checked, then `ready`. */
  status: text('status').notNull().default('pending'),
  bytes: integer('bytes').notNull().default(0),
  createdAt: createdAt(),
  readyAt: instant('ready_at'),
  attachedAt: instant('attached_at'),
});

/** Address at another site whose copy a file is; nobody owns it, and its post comes from there. */
const copiedFrom = () => text('copied_from');

/**
 * A picture, `/files/{key}.webp`. `ownerId` is cleared when it is attached to an anonymous post or
 * comment, so that no row links that to a member.
 */
export const uploads = pgTable(
  'uploads',
  {
    ...fileColumns(),
    /** Member whose profile picture it is. */
    profileOf: bigintId('profile_of').references(() => members.id, { onDelete: 'set null' }),
    /** Comment that shows it; `comments.picture` names it back. */
    commentId: bigintId('comment_id').references(() => comments.id, { onDelete: 'set null' }),
    width: integer('width'),
    height: integer('height'),
    copiedFrom: copiedFrom(),
  },
  (t) => [
    index('uploads_owner_idx').on(t.ownerId, t.createdAt),
    index('uploads_post_idx').on(t.postId),
    index('uploads_created_idx').on(t.createdAt),
    index('uploads_profile_idx').on(t.profileOf).where(sql`${t.profileOf} is not null`),
    uniqueIndex('uploads_comment_key').on(t.commentId),
  ],
);

/**
 * A picture of a chat message, apart from `uploads`, whose pictures are public: nobody can load it
 * before it is sent, and only the two members of the room after that.
 */
export const chatPictures = pgTable(
  'chat_pictures',
  {
    ...fileColumns(),
    messageId: bigintId('message_id').references(() => chatMessages.id, { onDelete: 'set null' }),
    width: integer('width'),
    height: integer('height'),
  },
  (t) => [
    uniqueIndex('chat_pictures_message_key').on(t.messageId),
    index('chat_pictures_owner_idx').on(t.ownerId),
    index('chat_pictures_created_idx').on(t.createdAt),
  ],
);

/** A file of a post or an inquiry, never of an anonymous post. */
export const attachments = pgTable(
  'attachments',
  {
    ...fileColumns(),
    /** Inquiry that it belongs to. */
    inquiryId: bigintId('inquiry_id').references(() => inquiries.id, { onDelete: 'set null' }),
    position: smallint('position').notNull().default(0),
    /** Name as uploaded, in NFC, without a path. */
    name: text('name').notNull(),
    copiedFrom: copiedFrom(),
  },
  (t) => [
    index('attachments_owner_idx').on(t.ownerId, t.createdAt),
    index('attachments_post_idx').on(t.postId),
    index('attachments_inquiry_idx').on(t.inquiryId).where(sql`${t.inquiryId} is not null`),
    index('attachments_created_idx').on(t.createdAt),
    check('attachments_place_check', sql`${t.postId} is null or ${t.inquiryId} is null`),
  ],
);
/** A video of a media banner, `/files/videos/{key}.mp4` or `.webm`; it belongs to no post. */
export const videos = pgTable('videos', fileColumns(), (t) => [
  index('videos_owner_idx').on(t.ownerId),
  index('videos_created_idx').on(t.createdAt),
]);
