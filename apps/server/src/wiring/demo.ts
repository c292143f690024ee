import * as demo from '@naru/demo';
import { deleteMarks, deleteSealedLikes } from '../domain/marks/marks.repo.ts';
import { createSealing } from '../domain/marks/sealing.ts';
import { voterIn } from '../domain/polls/polls.ts';
import { readContent } from '../domain/posts/html.ts';
import { eraseMember } from '../features/account/account.removal.ts';
import type { Tools } from '../features/tools.ts';
import type { UploadsService } from '../features/uploads/uploads.service.ts';
import type { FetchForeignPage } from '../platform/foreign-pages/foreign-pages.ts';

export { demoSources, withDemoDomains } from '@naru/demo';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'hashing'> {
  publicUrl: string;
  uploads: Pick<UploadsService, 'pictures' | 'attachments' | 'videos' | 'sweepPictures'>;
}

/** The demo community of this database. */
export function createDemo({ db, clock, seal, hashing, uploads, publicUrl }: Deps) {
  const { pictures, attachments, videos } = uploads;
  return {
    /** Fills an empty database with the demo content; false when it was not empty. */
    async fill(): Promise<boolean> {
      const isFilled = await demo.fillDemo({
        db,
        clock,
        seal,
        hashPassword: (password) => hashing.inTurn((turn) => turn.hash(password)),
        storePicture: pictures.storePicture,
        storeFile: attachments.storeFile,
        storeVideo: videos.storeVideo,
        readContent,
        voterIn: (postId, memberId) => voterIn(seal, postId, memberId),
      });
      if (isFilled) await createSealing({ db, seal }).sealOpenMarks();
      return isFilled;
    },
    /** Whether its members, with their public password, are in the database. */
    isPresent: () => demo.hasDemoMembers(db),
    /** Removes its members and content; returns the number of members. */
    remove: () =>
      demo.removeDemo({
        db,
        clock,
        seal,
        removeMarks: async (tx, memberId) => {
          const owner = { memberId, markKey: seal.markKey(memberId) };
          await deleteSealedLikes(tx, owner);
          await deleteMarks(tx, owner, seal);
        },
        eraseMember: (tx, member) => eraseMember(tx, member, clock.now()),
        sweepFiles: () =>
          Promise.all([uploads.sweepPictures(), attachments.sweep(), videos.sweep()]),
      }),
    /** They read the pages of a university that the demo itself has. */
    sources: demo.demoSources(schoolOf(publicUrl)),
    /** A page of that university; null for an unknown one. */
    schoolPage: (name: string) => demo.demoSchoolPage(name, schoolOf(publicUrl), clock.now()),
    password: demo.DEMO_PASSWORD,
    listAccounts: demo.demoAccounts,
  };
}

const schoolOf = (publicUrl: string) => `${publicUrl}/dev/school/`;

/** Pages of the demo's own university come from this process, all others from the network. */
export function withDemoSchool(
  fetchPage: FetchForeignPage,
  { publicUrl, clock }: Pick<Deps, 'publicUrl' | 'clock'>,
): FetchForeignPage {
  const base = schoolOf(publicUrl);
  return async (url, options) => {
    if (!url.startsWith(base)) return fetchPage(url, options);
    const page = await demo.demoSchoolPage(url.slice(base.length), base, clock.now());
    if (page === null) return fetchPage(url, options);
    const { contentType, body } = page;
    const state = { etag: null, lastModified: null };
    return { status: 200, body: Buffer.from(body), contentType, state, url };
  };
}
