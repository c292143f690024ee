import { LIMITS } from '@naru/contract/limits';
import type { Role } from '@naru/contract/roles';
import { describe, expect, it } from 'vitest';
import { actorOf, refusalOf } from '../../testing/refusal.ts';
import {
  authoriseAcceptance,
  authoriseApply,
  authoriseRefusal,
  isTeamMember,
  requireAuthor,
  requireReopenable,
  requireTeamMember,
} from './teams.policy.ts';

type Team = Parameters<typeof authoriseApply>[0];
type Own = Parameters<typeof authoriseApply>[1];
type Seen = NonNullable<Parameters<typeof authoriseAcceptance>[2]>;
type State = Seen['state'];

const AUTHOR = 7;
const OTHER = 8;
const now = new Date('2026-11-20T03:00:00Z');
const team = {
  postId: 1,
  authorId: AUTHOR,
  kind: 'STUDY',
  places: 3,
  acceptedCount: 2,
  lastDay: '2026-11-20',
  roles: [],
  isClosed: false,
} as unknown as Team;
const full = { ...team, acceptedCount: 3 };
const over = { ...team, lastDay: '2026-11-19' };

const applied = (state: State, message = '안녕하세요.') =>
  ({ postId: 1, memberId: OTHER, state, message, mayJoin: true }) as unknown as Seen;
const verified = actorOf(AUTHOR, 'STUDENT');

describe('authoriseApply', () => {
  const apply = (one: Team, own: Own = null, values = {}) =>
    refusalOf(() => authoriseApply(one, own, { memberId: OTHER, total: 0, now, ...values }));
  const crowd = { total: LIMITS.applicationsPerTeam };

  it('allows others until the last day is over and while there is a place [TEAM-02]', () => {
    expect([team, full, over, { ...team, isClosed: true }].map((one) => apply(one))).toEqual([
      null,
      'TEAM_CLOSED',
      'TEAM_CLOSED',
      'TEAM_CLOSED',
    ]);
  });

  it.each<[State, string | null]>([
    ['WAITING', null],
    ['ENDED', null],
    ['ACCEPTED', 'TEAM_DECIDED'],
    ['DECLINED', 'TEAM_DECIDED'],
  ])('after an own application that is %s: %s [TEAM-03]', (state, code) => {
    expect(apply(team, applied(state))).toBe(code);
  });

  it('refuses the author, and new ones of a crowd [TEAM-03]', () => {
    expect(apply(team, null, { memberId: AUTHOR })).toBe('TEAM_OWN');
    expect(apply(team, null, { total: crowd.total - 1 })).toBeNull();
    expect(apply(team, null, crowd)).toBe('TEAM_CROWDED');
    expect(apply(team, applied('WAITING'), crowd)).toBeNull();
  });
});

describe('decisions', () => {
  const accept = (application: Seen | null, one = team, role: Role = 'STUDENT') =>
    refusalOf(() => authoriseAcceptance(actorOf(AUTHOR, role), one, application));
  const refuse = (application: Seen | null) => refusalOf(() => authoriseRefusal(application));

  it.each<[string, Seen | null, string | null, string | null]>([
    ['waits', applied('WAITING'), null, null],
    ['was accepted', applied('ACCEPTED'), 'APPLICATION_NOT_FOUND', null],
    ['was declined', applied('DECLINED'), 'APPLICATION_NOT_FOUND', 'APPLICATION_NOT_FOUND'],
    ['ended', applied('ENDED'), null, 'APPLICATION_NOT_FOUND'],
    [
      'ended without its text',
      applied('ENDED', ''),
      'APPLICATION_NOT_FOUND',
      'APPLICATION_NOT_FOUND',
    ],
    ['is not there', null, 'APPLICATION_NOT_FOUND', 'APPLICATION_NOT_FOUND'],
  ])('on one that %s: accepting %s, refusing %s [TEAM-06, TEAM-08]', (_, application, ...codes) => {
    expect([accept(application), refuse(application)]).toEqual(codes);
  });

  it('accept nobody beyond the places, without a role, or for who lost it [TEAM-06, TEAM-07]', () => {
    expect(accept(applied('WAITING'), full)).toBe('TEAM_FULL');
    expect(accept(applied('WAITING'), { ...team, acceptedCount: 4 })).toBe('TEAM_FULL');
    expect(accept({ ...applied('WAITING'), mayJoin: false })).toBe('APPLICANT_BARRED');
    expect(accept(applied('WAITING'), team, 'USER')).toBe('WRITE_DENIED');
  });

  it('are the author’s, not those of staff [TEAM-04]', () => {
    expect(refusalOf(() => requireAuthor(team, AUTHOR))).toBeNull();
    expect(refusalOf(() => requireAuthor(team, OTHER))).toBe('PERMISSION_DENIED');
  });

  it('reopen while there are a day and a place [TEAM-02]', () => {
    const reopen = (one: Team, actor = verified) =>
      refusalOf(() => requireReopenable(actor, one, now));
    const closed = { ...team, isClosed: true };
    expect([closed, full, over].map((one) => reopen(one))).toEqual([
      null,
      'TEAM_FULL',
      'TEAM_OVER',
    ]);
    expect(reopen(closed, actorOf(AUTHOR, 'USER'))).toBe('WRITE_DENIED');
  });
});

describe('isTeamMember', () => {
  it.each<[string, boolean, Team | null, Own, number]>([
    ['the author', true, team, null, AUTHOR],
    ['the author of an empty team', false, { ...team, acceptedCount: 0 }, null, AUTHOR],
    ['who was accepted', true, team, applied('ACCEPTED'), OTHER],
    ['who waits', false, team, applied('WAITING'), OTHER],
    ['who never applied', false, team, null, OTHER],
    ['the author of a team that is gone', false, null, null, AUTHOR],
  ])('of %s: %j [TEAM-06]', (_, isMember, one, own, memberId) => {
    expect(isTeamMember(one, own, memberId)).toBe(isMember);
    const code = refusalOf(() => requireTeamMember(one, own, memberId));
    expect(code).toBe(isMember ? null : 'ROOM_NOT_FOUND');
  });
});
