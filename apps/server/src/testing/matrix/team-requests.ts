import { sendChatMessage } from '../factories/chat.ts';
import { acceptInto, MESSAGE, recruit } from '../factories/teams.ts';
import type { SignedIn } from '../test-app.ts';
import type { Build } from './build.ts';

const team: Build = async ({ t, other }) => ({ url: `/api/team/${await recruit(t, other)}` });

/** A post of the owner, to which somebody has applied. */
const onTeam =
  (path: (applicant: SignedIn) => string, body: unknown): Build =>
  async ({ t }, { owner }) => {
    const applicant = await t.signIn('STUDENT');
    return { url: `/api/team/${await recruit(t, owner, [applicant])}/${path(applicant)}`, body };
  };

/** A message in the room of a team that the owner has recruited. */
const onTeamMessage: Build = async ({ t }, { owner }) => {
  const member = await t.signIn('STUDENT');
  const id = await acceptInto(t, owner, member);
  const { roomId } = (await t.call('POST', `/api/team/${id}/room`, { as: member })).json;
  const message = await sendChatMessage(t, member, roomId);
  return { url: `/api/team/${id}/remove/${message.id}` };
};

/** Calls on recruiting posts. */
export const TEAM_REQUESTS: Record<string, Build> = {
  'GET /api/team/:id': team,
  'PUT /api/team/:id/application': async (world, cell) => ({
    url: `${(await team(world, cell)).url}/application`,
    body: { message: MESSAGE },
  }),
  'DELETE /api/team/:id/application': async (world, cell) => ({
    url: `${(await team(world, cell)).url}/application`,
  }),
  'PUT /api/team/:id/application/:memberId': onTeam(({ id }) => `application/${id}`, {
    accepted: true,
  }),
  'PUT /api/team/:id/state': onTeam(() => 'state', { isOpen: false }),
  'POST /api/team/:id/room': async ({ t }, { owner }) => ({
    url: `/api/team/${await acceptInto(t, owner, await t.signIn('STUDENT'))}/room`,
  }),
  'GET /api/team/mine': async (world, cell) => {
    const { url } = await team(world, cell);
    const as = world.student;
    await world.t.call('PUT', `${url}/application`, { as, body: { message: MESSAGE } });
    return { url: '/api/team/mine' };
  },
  'POST /api/team/:id/remove/:messageId': onTeamMessage,
};
