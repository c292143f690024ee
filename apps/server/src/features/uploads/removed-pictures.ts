import { hasRole } from '@naru/contract/roles';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { signedToken } from '../../platform/signed-token.ts';
import type { StoredObject } from '../../platform/storage/storage.ts';
import { findReader } from './attachments.repo.ts';
import { keyOfUrl, objectName, readSignedName } from './file-names.ts';
import { isReady } from './pictures.repo.ts';
import type { PictureDeps } from './pictures.ts';

/** Of the HTML as the server cleans it, where quotes in other attributes are escaped. */
const SOURCE = /(<img\b[^>]*? src=")([^"]*)(")/g;
/** As long as somebody may look at one removed post. */
const LINK_SECONDS = 60 * 60;

/** Pictures of removed content, which have no public address any more, for staff who read it. */
export function createRemovedPictures({ db, clock, storage, secrets }: PictureDeps) {
  const links = signedToken('removed picture', secrets);

  /** An address that works for an hour, while its reader is staff; other addresses stay as they are. */
  function linkFor({ memberId }: Actor, url: string): string {
    const key = keyOfUrl(url);
    if (key === null) return url;
    const token = links.sign(`${memberId} ${key}`, addSeconds(clock.now(), LINK_SECONDS));
    return `/files/${token}.webp`;
  }

  return {
    linkFor,

    /** The same for all pictures in the cleaned HTML of a post. */
    linkAll: (actor: Actor, html: string): string =>
      html.replace(SOURCE, (_, before, url, after) => before + linkFor(actor, url) + after),

    /** Null for a forged or expired address, for a picture that is erased, and without the role. */
    async open(name: string): Promise<StoredObject | null> {
      const parts = readSignedName(name);
      const payload = parts && links.verify(parts.token, clock.now());
      if (!payload) return null;
      const [readerId, key = ''] = String(payload).split(' ');
      const mayRead = (await isStaff(Number(readerId))) && (await isReady(db, key));
      return mayRead ? storage.get(objectName(key, parts.variant)) : null;
    },
  };

  async function isStaff(memberId: number): Promise<boolean> {
    const reader = await findReader(db, memberId, clock.now());
    return reader !== null && hasRole(reader.roles, 'MANAGER');
  }
}
