import { createEntry, createWaiting, newPerson } from '../factories/roster.ts';
import type { Build } from './build.ts';

const entryCall =
  (suffix: string): Build =>
  async ({ t }) => ({ url: `/api/admin/roster/${(await createEntry(t)).id}${suffix}` });

const signUpCall =
  (verb: string): Build =>
  async ({ t }) => ({
    url: `/api/admin/sign-ups/${(await createWaiting(t)).id}/${verb}`,
    body: { reason: '학과에서 확인했습니다.' },
  });

let joined = 0;

export const ROSTER_REQUESTS: Record<string, Build> = {
  'GET /api/admin/roster': async ({ t }) => {
    await createEntry(t);
    return { url: '/api/admin/roster' };
  },
  'POST /api/admin/roster/import': () => {
    const { username, name, email } = newPerson();
    return {
      url: '/api/admin/roster/import',
      body: { csv: `학번,이름,이메일,역할\n${username},${name},${email},학생`, preview: false },
    };
  },
  'POST /api/admin/roster/:id/resend': entryCall('/resend'),
  'PUT /api/admin/roster/:id/email': async ({ t }) => ({
    url: `/api/admin/roster/${(await createEntry(t)).id}/email`,
    body: { email: newPerson().email },
  }),
  'DELETE /api/admin/roster/:id': entryCall(''),
  'GET /api/admin/emails': async ({ t }) => {
    const { email } = await t.signIn('STUDENT');
    const letter = { kind: 'ANSWER' as const, to: email, subject: '제목', text: '글' };
    await t.services.emailQueue.enqueue(t.db, letter);
    return { url: '/api/admin/emails' };
  },
  'POST /api/admin/roll-over': async ({ t }) => {
    const { username } = await t.signIn('STUDENT');
    return {
      url: '/api/admin/roll-over',
      body: {
        csv: `학번,구분,종료일\n${username},조교,2027-02-28`,
        preview: false,
        reason: '새 학년도',
      },
    };
  },
  'GET /api/admin/role-ends': async ({ t, byRole }) => {
    const { username } = await t.signIn('STUDENT');
    const csv = `학번,구분,종료일\n${username},학생회,2027-02-28`;
    const body = { csv, preview: false, reason: '새 학생회' };
    await t.call('POST', '/api/admin/roll-over', { as: byRole.ADMIN, body });
    return { url: '/api/admin/role-ends' };
  },
  'GET /api/admin/sign-ups': async ({ t }) => {
    const { id: _, ...person } = await createWaiting(t);
    await createEntry(t, { email: person.email });
    return { url: '/api/admin/sign-ups' };
  },
  'POST /api/admin/sign-ups/:id/accept': signUpCall('accept'),
  'POST /api/admin/sign-ups/:id/decline': signUpCall('decline'),
  'POST /api/invitation': async ({ t }) => ({
    url: '/api/invitation',
    body: { token: (await createEntry(t)).token },
  }),
  'POST /api/invitation/accept': async ({ t }) => {
    joined += 1;
    return {
      url: '/api/invitation/accept',
      body: {
        token: (await createEntry(t)).token,
        nickname: `초대${joined}`,
        password: 'breakwater-mist-41',
        consent: { terms: '2026-11-01', privacy: '2026-11-01' },
      },
    };
  },
};
