import type { ImageType } from '@naru/contract/files';
import { LIMITS } from '@naru/contract/limits';
import { hasRole } from '@naru/contract/roles';
import type { Executor } from '../../db/client.ts';
import type { TxStatement } from '../../db/fast/fast.ts';
import type { Actor } from '../../platform/actor.ts';
import { addDays, kstDay, startOfKstDay } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { signedToken } from '../../platform/signed-token.ts';
import type { StoredObject } from '../../platform/storage/storage.ts';
import { findReader } from './attachments.repo.ts';
import {
  attachToMessage,
  chatPictureRows,
  detachFromMessage,
  findReported,
  findSent,
  findShown,
} from './chat-pictures.repo.ts';
import { objectName, objectNames, readSignedName } from './file-names.ts';
import { storePictureAs } from './pictures.store.ts';
import type { PictureDeps } from './pictures.ts';
import { createTransfer } from './uploads.transfer.ts';

const PATH = '/files/chat/';
/** Longer than events are stored, which hold addresses; whole days leave an address the same for caches. */
const LINK_DAYS = 3;

/** What a signed address names: a message and a side or member of its room, or what a report shows to a reader. */
type Link =
  | [kind: 'message', messageId: number, isLow: boolean]
  | [kind: 'of-lecture', messageId: number, readerId: number]
  | [kind: 'report', messageId: number, inquiryId: number, readerId: number];

/** A member of a room; the partner is null in that of a lecture. */
interface Reader {
  memberId: number;
  partnerId: number | null;
}

/** Pictures of chat messages: no address works for anybody but the members of the room. */
export function createChatPictures(deps: PictureDeps) {
  const { db, clock, storage } = deps;
  const links = signedToken('chat picture', deps.secrets);
  const transfer = createTransfer(deps, {
    rows: chatPictureRows,
    quota: { name: 'chat picture', perDay: 200, subjectOf: String, refusesLate: false },
    path: '/files/chat-upload/',
    maxBytes: LIMITS.imageMaxBytes,
    tooLarge: 'IMAGE_TOO_LARGE',
    objectNames,
    requireRoom: deps.images.requireRoom,
    store: storePictureAs(deps, 'whole'),
  });

  return {
    /** Returns a URL for one PUT of at most 10 MB of that type within 5 minutes. Throws UPLOAD_QUOTA. */
    async presign({ memberId }: Pick<Actor, 'memberId'>, contentType: ImageType) {
      const { uploadUrl, key } = await transfer.presign(
        { ownerId: memberId, contentType },
        contentType,
      );
      return { uploadUrl, pictureKey: key };
    },

    /** Also throws IMAGE_TOO_LARGE, IMAGE_TYPE_UNSUPPORTED, IMAGE_INVALID. */
    upload: transfer.upload,

    sweep: transfer.sweep,

    /** Removes the objects of detached pictures; what the store keeps now, the sweep removes. */
    erase: transfer.erase,

    /** Gives a message a picture, once; returns its pixels. The statement throws IMAGE_NOT_READY. */
    attach:
      (use: { key: string; messageId: number; memberId: number }): TxStatement<Pixels> =>
      async (tx) => {
        const size = await attachToMessage(tx, { ...use, now: clock.now() });
        if (size === null) throw new AppError('IMAGE_NOT_READY');
        return { pictureWidth: size.width, pictureHeight: size.height };
      },

    /** Takes the picture from a message; returns the keys to `erase` after the commit. */
    detach: (executor: Executor, messageId: number) => detachFromMessage(executor, messageId),

    /** Address of a message's picture for a member of its room, the same all day. */
    urlOf: (messageId: number, { memberId, partnerId }: Reader) =>
      partnerId === null
        ? urlOf(['of-lecture', messageId, memberId])
        : urlOf(['message', messageId, memberId < partnerId]),

    /** Address of a reported picture for an ADMIN. */
    reportedUrlOf: ({ memberId }: Actor, inquiryId: number, messageId: number) =>
      urlOf(['report', messageId, inquiryId, memberId]),

    /** The picture of a message that the member sent, or null. */
    async openSent(memberId: number, messageId: number): Promise<StoredObject | null> {
      const key = await findSent(db, { memberId, messageId });
      return key === null ? null : storage.get(objectName(key));
    },

    /**
     * Null for a forged or expired address, for a recalled message, and when its reader left the room
     * or may no longer log in.
     */
    async open(name: string): Promise<StoredObject | null> {
      const parts = readSignedName(name);
      const payload = parts && links.verify(parts.token, clock.now());
      const key = payload && (await findKey(JSON.parse(String(payload)) as Link));
      return key ? storage.get(objectName(key, parts.variant)) : null;
    },
  };

  function urlOf(link: Link): string {
    const endsAt = startOfKstDay(addDays(kstDay(clock.now()), LINK_DAYS));
    return `${PATH}${links.sign(JSON.stringify(link), endsAt)}.webp`;
  }

  async function findKey(link: Link): Promise<string | null> {
    const now = clock.now();
    if (link[0] === 'message') return findShown(db, { messageId: link[1], isLow: link[2], now });
    if (link[0] === 'of-lecture')
      return findShown(db, { messageId: link[1], readerId: link[2], now });
    const [, messageId, inquiryId, readerId] = link;
    const reader = await findReader(db, readerId, now);
    if (reader === null || !hasRole(reader.roles, 'ADMIN')) return null;
    return findReported(db, { inquiryId, messageId });
  }
}

/** Null before the picture is checked. */
interface Pixels {
  pictureWidth: number | null;
  pictureHeight: number | null;
}
