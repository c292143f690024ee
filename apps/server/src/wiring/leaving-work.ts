import type { ScheduledBackup } from '../backup/scheduled-backup.ts';
import type { Gate } from '../domain/jobs/worker.ts';
import type { Services } from './services.ts';

type WithTasks = Pick<
  Services,
  'emailQueue' | 'push' | 'notifications' | 'sources' | 'integrity' | 'posts'
>;

/** The tasks that run on request rather than on a schedule, by their names. */
export function tasksOf(services: WithTasks) {
  const { emailQueue, push, notifications, sources, integrity, posts } = services;
  return {
    ...emailQueue.tasks,
    ...push.tasks,
    ...notifications.tasks,
    ...sources.tasks,
    ...integrity.tasks,
    ...posts.tasks,
  };
}

type Work = keyof (Services['jobs'] &
  ScheduledBackup['jobs'] &
  ScheduledBackup['tasks'] &
  ReturnType<typeof tasksOf>);

/**
 * Every job of the queue: true if it reaches people or other sites, or erases accounts for good; such jobs are held
 * until somebody confirms that a restored or copied site is the real one. A job that only prepares outgoing
 * messages is held, too, if it would prepare the same ones again and again.
 */
const LEAVES: Record<Work, boolean> = {
  email: true,
  'email-about': true,
  work: true,
  digests: true,
  invitations: true,
  push: true,
  'push-about': true,
  'push-message': true,
  devices: true,
  source: true,
  sources: true,
  unusedAccounts: true,

  files: false,
  fileTexts: false,
  content: false,
  marks: false,
  audit: false,
  integrity: false,
  'integrity-now': false,
  'integrity-recount': false,
  live: false,
  pins: false,
  petitions: false,
  // Scheduled notices appear on the site and in the bell; push messages and digests wait.
  notices: false,
  teams: false,
  pages: false,
  bookings: false,
  notifications: false,
  alerts: false,
  'fold-posts': false,
  roles: false,
  // Their e-mails wait in the queue.
  reveals: false,
  accounts: false,
  erasures: false,
  backup: false,
  proof: false,
  'backup-now': false,
  'backup-now-planned': false,
  'proof-now': false,
  'proof-now-planned': false,
};

/** Throws for an unknown job. */
export function leavesSite(name: string): boolean {
  const leaves: boolean | undefined = LEAVES[name as Work];
  if (leaves === undefined) throw new Error(`leaving-work.ts does not know the job ${name}`);
  return leaves;
}

/** A copy of what is stored may be made and proved at any time. */
const ALSO_READ_ONLY: ReadonlySet<string> = new Set<Work>([
  'backup',
  'backup-now',
  'backup-now-planned',
  'proof',
  'proof-now',
  'proof-now-planned',
]);

/** Lets jobs wait while everything outgoing is held, and nearly all of them while the site is read-only. */
export function createGate({
  outgoing,
  siteStatus,
}: {
  outgoing: Pick<Services['outgoing'], 'isHeld'>;
  siteStatus: Pick<Services['siteStatus'], 'isReadOnly'>;
}): Gate {
  return {
    async findState() {
      if (await siteStatus.isReadOnly()) return 'readOnly';
      return (await outgoing.isHeld()) ? 'outgoing' : 'open';
    },
    waits(name, state) {
      if (state === 'readOnly') return !ALSO_READ_ONLY.has(name);
      return state === 'outgoing' && leavesSite(name);
    },
  };
}
