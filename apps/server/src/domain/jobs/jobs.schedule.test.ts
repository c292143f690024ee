import { describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createJobs, type Job } from './jobs.ts';
import { cronItems } from './worker.ts';

const nothing = async () => 0;
let brokenLine: number | null = null;
const jobs = createJobs({
  db: {} as never,
  clock: systemClock,
  sweepFiles: nothing,
  sweepAttachments: nothing,
  readFileTexts: nothing,
  sweepVideos: nothing,
  sealOpenMarks: async () => ({}),
  sweepMarks: nothing,
  findBrokenAudit: async () => brokenLine,
  endPins: nothing,
  notifyPetitions: nothing,
  publishNotices: nothing,
  sendNotifications: nothing,
  notifyRevealedAuthors: nothing,
  sendWorkEmails: nothing,
  pollSources: nothing,
  sweepPushes: async () => ({}),
  sendDigests: nothing,
  runBookings: async () => ({}),
  checkIntegrity: async () => ({}),
  sendInvitations: nothing,
  endRoles: nothing,
  eraseRoster: async () => ({}),
  sweepTeams: async () => ({}),
  eraseUnused: async () => ({}),
});

describe('scheduled jobs', () => {
  it('are due at night in Korea, those that notify authors by day', () => {
    const dueAt = (iso: string) => {
      const at = new Date(iso);
      const digest = {
        min: at.getUTCMinutes(),
        hour: at.getUTCHours(),
        date: at.getUTCDate(),
        month: at.getUTCMonth() + 1,
        dow: at.getUTCDay(),
      };
      return cronItems(jobs)
        .filter(({ match }) => match(digest))
        .map(({ task }) => task);
    };
    expect(dueAt('2026-11-20T04:10:00+09:00')).toEqual([
      'content',
      'fileTexts',
      'pins',
      'notices',
      'pages',
      'notifications',
      'work',
      'bookings',
      'sources',
      'devices',
      'invitations',
      'roles',
      'teams',
    ]);
    expect(dueAt('2026-11-20T04:40:00+09:00')).toEqual([
      'fileTexts',
      'audit',
      'pins',
      'notices',
      'pages',
      'notifications',
      'work',
      'bookings',
      'sources',
      'devices',
      'invitations',
      'roles',
      'teams',
      'accounts',
    ]);
    expect(dueAt('2026-11-20T13:17:00+09:00')).toEqual([
      'files',
      'fileTexts',
      'notices',
      'pages',
      'notifications',
      'bookings',
      'sources',
      'devices',
      'invitations',
    ]);
    expect(dueAt('2026-11-20T13:47:00+09:00')).toEqual([
      'fileTexts',
      'live',
      'notices',
      'pages',
      'notifications',
      'bookings',
      'sources',
      'devices',
      'invitations',
    ]);
    expect(dueAt('2026-11-20T10:30:00+09:00')).toEqual([
      'fileTexts',
      'pins',
      'notices',
      'pages',
      'notifications',
      'work',
      'bookings',
      'sources',
      'devices',
      'digests',
      'invitations',
      'roles',
      'teams',
      'reveals',
    ]);
    expect(dueAt('2026-11-20T13:10:00+09:00')).toEqual([
      'fileTexts',
      'pins',
      'notices',
      'pages',
      'notifications',
      'work',
      'bookings',
      'sources',
      'devices',
      'invitations',
      'roles',
      'teams',
    ]);
    expect(dueAt('2026-11-20T13:11:00+09:00')).toEqual([
      'fileTexts',
      'notices',
      'pages',
      'notifications',
      'bookings',
      'sources',
      'devices',
      'invitations',
    ]);
  });

  it('run one after the other, but for the long ones', () => {
    const all: Record<string, Job> = jobs;
    const own = Object.values(all).flatMap(({ queue, runsAtStart = true }) =>
      queue === undefined && runsAtStart ? [] : [[queue, runsAtStart]],
    );
    expect(own).toEqual([
      ['file texts', true],
      ['marks', true],
      ['integrity', false],
      ['digests', true],
      ['unused accounts', false],
    ]);
  });

  it('fail where a line of the audit log was changed', async () => {
    expect(await jobs.audit.run()).toEqual({ brokenLines: 0 });
    brokenLine = 0;
    await expect(jobs.audit.run()).rejects.toThrow('line 0 of the audit log was changed');
  });
});
