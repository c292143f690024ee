import { addSeconds, kstDay } from '../../platform/clock.ts';
import { createChatRoom, sendChatMessage } from '../factories/chat.ts';
import {
  createInquiry,
  createReveal,
  createRoleRequest,
  suspendByEmail,
} from '../factories/inquiries.ts';
import { createPost } from '../factories/posts.ts';
import type { SignedIn } from '../test-app.ts';
import type { Build } from './build.ts';
import type { World } from './world.ts';

const WEEK = 7 * 24 * 60 * 60;

const plain =
  (url: string, body?: unknown): Build =>
  () => ({ url, ...(body !== undefined && { body }) });

const stranger = ({ t }: World) => t.signIn('STUDENT');
const actorOf = ({ id, roles }: SignedIn) => ({ memberId: id, sessionId: '', roles });

/** An inquiry of a member other than the callers. */
const onInquiry =
  (verb: string, state: 'PROCESSING' | 'COMPLETED', body: unknown): Build =>
  async (world) => ({
    url: `/api/inquiry/${await createInquiry(world.t, await stranger(world), { state })}/${verb}`,
    ...(body !== undefined && { body }),
  });

const onRole =
  (url: string, role: string): Build =>
  async (world) => ({ url: `${url}?userId=${(await stranger(world)).id}&role=${role}` });

const onMember =
  (verb: string, bodyOf?: (world: World) => unknown): Build =>
  async (world) => ({
    url: `/api/admin/members/${(await stranger(world)).id}/${verb}`,
    ...(bodyOf && { body: bodyOf(world) }),
  });

const onRemoved =
  (suffix: string, body?: unknown): Build =>
  async ({ t, byRole, other }) => {
    const id = await createPost(t, other);
    await t.services.posts.remove(actorOf(byRole.MANAGER), id, '광고');
    return { url: `/api/admin/removed/POST/${id}${suffix}`, ...(body !== undefined && { body }) };
  };

/** Content of the owner that staff removed. */
const onHandled =
  (suffix: string, body?: unknown): Build =>
  async ({ t, byRole }, { owner }) => {
    const id = await createPost(t, owner);
    await t.services.posts.remove(actorOf(byRole.MANAGER), id, '광고');
    return {
      url: `/api/member/my-handled/POST/${id}${suffix}`,
      ...(body !== undefined && { body }),
    };
  };

const onSuspension =
  (verb: string, body?: object): Build =>
  async (world) => {
    const { t, byRole } = world;
    const until = kstDay(addSeconds(t.clock.now(), WEEK));
    const token = await suspendByEmail(t, byRole.ADMIN, await stranger(world), { until });
    return { url: `/api/suspension/${verb}`, body: { token, ...body } };
  };

const secretPost = async ({ t, other }: World) => createPost(t, other, { boardType: 'SECRET' });

const reportOf = async (world: World, targetId: number) =>
  createInquiry(world.t, await stranger(world), {
    category: 'REPORT',
    targetType: 'POST',
    targetId,
  });

const REASON_TEMPLATE = { kind: 'REASON', title: '광고', content: '광고 글입니다.' } as const;

const createReasonTemplate = async ({ t, byRole }: World): Promise<number> =>
  (await t.services.replyTemplates.create(actorOf(byRole.MANAGER), REASON_TEMPLATE)).id;

const onReveal =
  (suffix: string): Build =>
  async (world) => {
    const { t } = world;
    const id = await createReveal(t, await t.signIn('ADMIN'), await secretPost(world));
    return { url: `/api/admin/reveals/${id}${suffix}` };
  };

export const STAFF_REQUESTS: Record<string, Build> = {
  'POST /api/inquiry': plain('/api/inquiry', {
    title: '문의합니다',
    content: '알려 주세요.',
    category: 'GENERAL',
  }),
  'POST /api/report': plain('/api/report', {
    place: '자유게시판의 첫 글',
    reason: '제 이름과 사진이 있습니다.',
    email: 'outside@example.com',
    name: '홍길동',
    agreed: true,
  }),
  'GET /api/inquiries': async (world) => {
    await createInquiry(world.t, await stranger(world));
    return { url: '/api/inquiries' };
  },
  'GET /api/inquiries/my': async ({ t, other }, { caller }) => {
    await createInquiry(t, caller ?? other, { state: 'COMPLETED' });
    return { url: '/api/inquiries/my' };
  },
  'GET /api/inquiries/:id': async ({ t }, { owner }) => ({
    url: `/api/inquiries/${await createInquiry(t, owner, { state: 'COMPLETED' })}`,
  }),
  'POST /api/inquiry/:id/complete': onInquiry('complete', 'PROCESSING', { answer: '답변입니다.' }),
  'POST /api/inquiry/:id/follow-up': onInquiry('follow-up', 'COMPLETED', {
    content: '덧붙입니다.',
  }),
  'POST /api/inquiry/:id/grant': async (world) => ({
    url: `/api/inquiry/${await createRoleRequest(world.t, await stranger(world), 'PROFESSOR')}/grant`,
  }),
  'POST /api/inquiry/:id/grant-and-complete': async (world) => ({
    url: `/api/inquiry/${await createRoleRequest(world.t, await stranger(world), 'PROFESSOR')}/grant-and-complete`,
    body: { answer: '부여했습니다.' },
  }),
  'GET /api/inquiry/:id/desk': onInquiry('desk', 'PROCESSING', undefined),
  'GET /api/admin/assignees': plain('/api/admin/assignees'),
  'PUT /api/inquiry/:id/assignee': async (world) => ({
    url: `/api/inquiry/${await reportOf(world, await secretPost(world))}/assignee`,
    body: { assigneeId: world.byRole.MANAGER.id, before: null },
  }),
  'GET /api/admin/reply-templates': async (world) => {
    await createReasonTemplate(world);
    return { url: '/api/admin/reply-templates' };
  },
  'POST /api/admin/reply-templates': plain('/api/admin/reply-templates', REASON_TEMPLATE),
  'PUT /api/admin/reply-templates/:id': async (world) => ({
    url: `/api/admin/reply-templates/${await createReasonTemplate(world)}`,
    body: { ...REASON_TEMPLATE, title: '도배' },
  }),
  'DELETE /api/admin/reply-templates/:id': async (world) => ({
    url: `/api/admin/reply-templates/${await createReasonTemplate(world)}`,
  }),
  'GET /api/admin/members/export': plain('/api/admin/members/export?role=MANAGER'),
  'GET /api/admin/search-users': plain('/api/admin/search-users?role=MANAGER'),
  'POST /api/admin/grant-role': onRole('/api/admin/grant-role', 'PROFESSOR'),
  'DELETE /api/admin/revoke-role': onRole('/api/admin/revoke-role', 'STUDENT'),
  'POST /api/admin/members/:id/correct': onMember('correct', () => ({
    name: '김바로',
    reason: '이름 오기',
  })),
  'POST /api/admin/members/:id/suspend': onMember('suspend', ({ t }) => ({
    until: kstDay(addSeconds(t.clock.now(), WEEK)),
    reason: '도배',
  })),
  'POST /api/admin/members/:id/lift': onMember('lift'),
  'GET /api/admin/audit': plain('/api/admin/audit'),
  'GET /api/admin/audit/export': plain('/api/admin/audit/export?action=banner.delete'),
  'GET /api/admin/reports': async (world) => {
    const target = { targetType: 'POST', targetId: await secretPost(world) };
    const body = { ...target, category: 'REPORT', title: '광고', content: '광고입니다.' };
    const { json } = await world.t.call('POST', '/api/inquiry', {
      as: await stranger(world),
      body,
    });
    await world.t.services.inquiries.assign(actorOf(world.byRole.MANAGER), json.inquiry.id, {
      assigneeId: world.byRole.MANAGER.id,
      before: null,
    });
    return { url: '/api/admin/reports' };
  },
  'GET /api/admin/reports/:id/history': async (world) => {
    const postId = await createPost(world.t, world.other);
    await reportOf(world, postId);
    return { url: `/api/admin/reports/${await reportOf(world, postId)}/history` };
  },
  'GET /api/admin/reports/:id/messages': async (world) => {
    const [sender, reporter] = [await stranger(world), await stranger(world)];
    const roomId = await createChatRoom(world.t, sender, reporter);
    const { id: targetId } = await sendChatMessage(world.t, sender, roomId);
    const target = { category: 'REPORT', targetType: 'MESSAGE', targetId };
    const body = { ...target, title: '욕설', content: '욕설입니다.' };
    const { json } = await world.t.call('POST', '/api/inquiry', { as: reporter, body });
    return { url: `/api/admin/reports/${json.inquiry.id}/messages` };
  },
  'POST /api/admin/reports/:id/decide': async (world) => ({
    url: `/api/admin/reports/${await reportOf(world, await secretPost(world))}/decide`,
    body: { decision: 'KEEP', reason: '문제가 없습니다.' },
  }),
  'GET /api/admin/work': plain('/api/admin/work'),
  'GET /api/admin/system': plain('/api/admin/system'),
  'POST /api/admin/outgoing/resume': plain('/api/admin/outgoing/resume', { drop: false }),
  'POST /api/admin/work/first-steps/put-away': plain('/api/admin/work/first-steps/put-away'),
  'GET /api/member/work-emails': plain('/api/member/work-emails'),
  'PUT /api/member/work-emails': plain('/api/member/work-emails', { emails: 'NOW' }),
  'GET /api/admin/removed': async (world, cell) => {
    await onRemoved('')(world, cell);
    return { url: '/api/admin/removed' };
  },
  'GET /api/admin/removed/:type/:id': onRemoved(''),
  'POST /api/admin/removed/:type/:id/restore': onRemoved('/restore', { reason: '실수' }),
  'POST /api/admin/reveals': async (world) => {
    // Somebody else has to be able to approve.
    await world.t.signIn('ADMIN');
    const targetId = await secretPost(world);
    return {
      url: '/api/admin/reveals',
      body: { targetType: 'POST', targetId, reason: '협박하는 글' },
    };
  },
  'GET /api/admin/reveals': async (world, cell) => {
    await onReveal('')(world, cell);
    return { url: '/api/admin/reveals' };
  },
  'GET /api/admin/reveals/readiness': plain('/api/admin/reveals/readiness'),
  'GET /api/admin/reveals/:id': onReveal(''),
  'POST /api/admin/reveals/:id/approve': onReveal('/approve'),
  'POST /api/admin/reveals/:id/reject': onReveal('/reject'),
  'GET /api/member/my-handled': async (world, cell) => {
    const mayWrite = cell.caller?.roles.includes('STUDENT');
    await onHandled('')(world, { ...cell, owner: (mayWrite && cell.caller) || cell.owner });
    return { url: '/api/member/my-handled' };
  },
  'GET /api/member/my-handled/:type/:id': onHandled(''),
  'POST /api/member/my-handled/:type/:id/objection': onHandled('/objection', {
    content: '광고가 아닙니다.',
  }),
  'POST /api/suspension/read': onSuspension('read'),
  'POST /api/suspension/objection': onSuspension('objection', { content: '도배하지 않았습니다.' }),
};
