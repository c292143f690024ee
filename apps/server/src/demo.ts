import * as demo from '@naru/demo';
import { voterIn } from './domain/polls/polls.ts';
import { readContent } from './domain/posts/html.ts';
import { eraseMember } from './features/account/account.removal.ts';
import type { UploadsService } from './features/uploads/uploads.service.ts';
import type { Tools } from './tools.ts';

export { withDemoDomains } from '@naru/demo';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'hashing'> {
  uploads: Pick<UploadsService, 'pictures' | 'attachments' | 'videos' | 'sweepPictures'>;
}

/** The demo community of this database. */
export function createDemo({ db, clock, seal, hashing, uploads }: Deps) {
  const { pictures, attachments, videos } = uploads;
  return {
    /** Fills an empty database with the demo content; false when it was not empty. */
    fill: () =>
      demo.fillDemo({
        db,
        clock,
        seal,
        hashPassword: (password) => hashing.inTurn((turn) => turn.hash(password)),
        storePicture: pictures.storePicture,
        storeFile: attachments.storeFile,
        storeVideo: videos.storeVideo,
        readContent,
        voterIn: (postId, memberId) => voterIn(seal, postId, memberId),
      }),
    /** Whether its members, with their public password, are in the database. */
    isPresent: () => demo.hasDemoMembers(db),
    /** Removes its members and content; returns the number of members. */
    remove: () =>
      demo.removeDemo({
        db,
        clock,
        seal,
        eraseMember: (tx, member) => eraseMember(tx, member, clock.now()),
        sweepFiles: () =>
          Promise.all([uploads.sweepPictures(), attachments.sweep(), videos.sweep()]),
      }),
    password: demo.DEMO_PASSWORD,
    listAccounts: demo.demoAccounts,
  };
}
