import type { Role } from '@naru/contract/roles';
import type { SourceConfig } from '@naru/contract/source-config';
import type { Db, Tx } from '../db/client.ts';
import { deleteMarks, deleteSealedLikes } from '../domain/marks/marks.repo.ts';
import { createSealing } from '../domain/marks/sealing.ts';
import { leavePetitions } from '../domain/petitions/signatures.repo.ts';
import { voterIn } from '../domain/polls/polls.ts';
import { readContent } from '../domain/posts/html.ts';
import { eraseMember } from '../features/account/account.removal.ts';
import type { Tools } from '../features/tools.ts';
import type { UploadsService } from '../features/uploads/uploads.service.ts';
import type { FetchForeignPage } from '../platform/foreign-pages/foreign-pages.ts';

type Own = Pick<Tools, 'db' | 'clock' | 'seal'>;
type Uploads = Pick<UploadsService, 'pictures' | 'attachments' | 'videos' | 'sweepPictures'>;

/** What the demo package gets from the server to fill the database. */
export interface DemoParts extends Own {
  hashPassword(password: string): Promise<string>;
  storePicture: Uploads['pictures']['storePicture'];
  storeFile: Uploads['attachments']['storeFile'];
  storeVideo: Uploads['videos']['storeVideo'];
  /** The sanitiser: returns the HTML to store and its plain text for the search. */
  readContent(source: string): { html: string; text: string };
  /** Voter id of the ballots of a member in the poll of a post. */
  voterIn(postId: number, memberId: number): Buffer;
}

/** What the demo package gets to remove its content. */
export interface RemovalParts extends Own {
  /** Removes the likes, scraps and follows of a member on anonymous items. */
  removeMarks(tx: Tx, memberId: number): Promise<void>;
  /** Erases the personal fields and private data of a member whose row has to stay. */
  eraseMember(tx: Tx, member: { id: number; email: string }): Promise<void>;
  /** Deletes the released files from the storage. */
  sweepFiles(): Promise<unknown>;
}

/** The demo package, which imports the server; the server knows only this interface of it. */
export interface DemoPackage {
  /** False when the database was not empty. */
  fill(parts: DemoParts): Promise<boolean>;
  /** Returns the number of members. */
  remove(parts: RemovalParts): Promise<number>;
  hasMembers(db: Db): Promise<boolean>;
  /** They read the pages of the demo's own university below `base`. */
  sources(base: string): SourceConfig[];
  /** A page of that university at `now`; null for an unknown one. */
  schoolPage(
    name: string,
    base: string,
    now: Date,
  ): Promise<{ contentType: string; body: string | Buffer } | null>;
  /** Adds the student domains of the demo to the settings if it is on and none are configured. */
  withDomains<T extends { DEMO: boolean; STUDENT_EMAIL_DOMAINS: string[] }>(env: T): T;
  /** The public password of all demo accounts. */
  password: string;
  /** The documented accounts for trying the product. */
  listAccounts(): { username: string; roles: readonly Role[] }[];
}

/** In the bundle all programs are in one folder. */
const PACKAGE = import.meta.url.endsWith('.ts')
  ? '../../../../packages/demo/src/index.ts'
  : './demo.js';

export async function loadDemo(): Promise<DemoPackage> {
  const { demo } = await import(/* @vite-ignore */ new URL(PACKAGE, import.meta.url).href);
  return demo;
}

interface Deps extends Own, Pick<Tools, 'hashing'> {
  publicUrl: string;
  uploads: Uploads;
}

/** The demo community of this database. */
export function createDemo(
  demo: DemoPackage,
  { db, clock, seal, hashing, uploads, publicUrl }: Deps,
) {
  const { pictures, attachments, videos } = uploads;
  return {
    /** Fills an empty database with the demo content; false when it was not empty. */
    async fill(): Promise<boolean> {
      const isFilled = await demo.fill({
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
    /** Whether the demo members, whose password is public, are in the database. */
    isPresent: () => demo.hasMembers(db),
    /** Removes the demo members and their content; returns the number of members. */
    remove: () =>
      demo.remove({
        db,
        clock,
        seal,
        removeMarks: async (tx, memberId) => {
          const owner = { memberId, markKey: seal.markKey(memberId) };
          await deleteSealedLikes(tx, owner);
          await deleteMarks(tx, owner, seal);
          await leavePetitions(tx, seal, memberId);
        },
        eraseMember: (tx, member) => eraseMember(tx, member, clock.now()),
        sweepFiles: () =>
          Promise.all([uploads.sweepPictures(), attachments.sweep(), videos.sweep()]),
      }),
    sources: demo.sources(schoolOf(publicUrl)),
    schoolPage: (name: string) => demo.schoolPage(name, schoolOf(publicUrl), clock.now()),
    password: demo.password,
    listAccounts: demo.listAccounts,
  };
}

const schoolOf = (publicUrl: string) => `${publicUrl}/dev/school/`;

/** Pages of the demo's own university come from this process, all others from the network. */
export function withDemoSchool(
  demo: Pick<DemoPackage, 'schoolPage'>,
  fetchPage: FetchForeignPage,
  { publicUrl, clock }: Pick<Deps, 'publicUrl' | 'clock'>,
): FetchForeignPage {
  const base = schoolOf(publicUrl);
  return async (url, options) => {
    if (!url.startsWith(base)) return fetchPage(url, options);
    const page = await demo.schoolPage(url.slice(base.length), base, clock.now());
    if (page === null) return fetchPage(url, options);
    const { contentType, body } = page;
    const state = { etag: null, lastModified: null };
    return { status: 200, body: Buffer.from(body), contentType, state, url };
  };
}
