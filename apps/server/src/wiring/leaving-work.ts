import type { ScheduledBackup } from '../backup/scheduled-backup.ts';
import type { Services } from './services.ts';

type WithTasks = Pick<Services, 'emailQueue' | 'push' | 'notifications' | 'sources' | 'integrity'>;

/** What runs when something asks for it, by the name of its task. */
export function tasksOf({ emailQueue, push, notifications, sources, integrity }: WithTasks) {
  return {
    ...emailQueue.tasks,
    ...push.tasks,
    ...notifications.tasks,
    ...sources.tasks,
    ...integrity.tasks,
  };
}

type Work = keyof (Services['jobs'] & ScheduledBackup['jobs'] & ReturnType<typeof tasksOf>);

/**
 * Every job of the queue: whether it reaches people or other sites, or erases accounts for good, and is held while a
 * restored or copied site is not confirmed as the real one. What only prepares something outgoing is held
 * too where it would prepare the same again and again.
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
  content: false,
  marks: false,
  audit: false,
  integrity: false,
  'integrity-now': false,
  'integrity-recount': false,
  live: false,
  pins: false,
  // Scheduled notices appear on the site; the bell rings there alone, and devices and digests wait.
  notices: false,
  pages: false,
  notifications: false,
  alerts: false,
  roles: false,
  // Their e-mails wait in the queue.
  reveals: false,
  accounts: false,
  erasures: false,
  backup: false,
};

/** Throws for a job of which it is not known. */
export function leavesSite(name: string): boolean {
  const leaves: boolean | undefined = LEAVES[name as Work];
  if (leaves === undefined) throw new Error(`leaving-work.ts does not know the job ${name}`);
  return leaves;
}
