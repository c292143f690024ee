import multipart from '@fastify/multipart';
import { accountRoutes } from '@naru/contract/account';
import { LIMITS } from '@naru/contract/limits';
import { DONE, TEXTS } from '@naru/contract/texts';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import { addressKey } from '../../http/rate-limit.ts';
import { drainBody, fileFormLimits, takeFile } from '../../http/request-bodies.ts';
import type { Actor } from '../../platform/actor.ts';
import { toKst } from '../../platform/clock.ts';
import { AppError, isOverloaded } from '../../platform/errors.ts';
import type { CredentialsService } from '../credentials/credentials.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { UploadsService } from '../uploads/uploads.service.ts';
import type { AccountService } from './account.service.ts';

const { setProfileImage, ...routes } = accountRoutes;
const PICTURE = { field: setProfileImage.multipart, missing: '사진을 선택해 주세요.' };
/** Room for boundaries, headers and a few small fields. */
const FORM_BYTES = 65_536;

interface Services {
  account: AccountService;
  credentials: CredentialsService;
  sessions: SessionsService;
  notifications: NotificationsService;
  uploads: UploadsService;
}

export function accountFeature(app: FastifyInstance, services: Services): void {
  const { account, credentials, sessions, notifications } = services;
  const { pictures } = services.uploads;
  const withdraw = async (actor: Actor) => {
    await account.remove(actor);
    return { message: '탈퇴가 완료되었습니다. 이용해 주셔서 감사합니다.' };
  };
  mountRoutes(app, routes, {
    verifyPassword: async ({ actor, body }) => {
      const until = await sessions.proof.prove(actor, body.password);
      return { message: until !== null, reauthUntil: until === null ? null : toKst(until) };
    },
    resetPassword: async ({ actor, body }) => {
      await credentials.passwords.change(actor, body);
      return { message: '비밀번호가 변경되었습니다.' };
    },
    setNickname: async ({ actor, body }) => {
      await credentials.changeNickname(actor, body.nickname);
      return { message: '닉네임이 변경되었습니다.', nickname: body.nickname };
    },
    setIntro: async ({ actor, body }) => {
      await account.setIntro(actor, body.intro);
      return { message: DONE.introSaved, intro: body.intro };
    },
    studyYear: ({ actor }) => account.getStudyYear(actor),
    setStudyYear: async ({ actor, body }) => ({
      message: TEXTS.studyYearSaved,
      ...(await account.setStudyYear(actor, body.studyYear)),
    }),
    setEmail: async ({ actor, body, request }) => {
      await credentials.changeEmail(actor, { ...body, address: addressKey(request.ip) });
      return { message: DONE.emailChanged, email: body.email };
    },
    setEmailVisibility: async ({ actor, body: { emailPublic } }) => {
      await account.setEmailPublic(actor, emailPublic);
      const message = emailPublic
        ? '프로필에 이메일을 공개합니다.'
        : '프로필에서 이메일을 숨깁니다.';
      return { message, emailPublic };
    },
    noticeChoices: async ({ actor }) => ({ choices: await notifications.listChoices(actor) }),
    setNoticeChoices: async ({ actor, body }) => ({
      choices: await notifications.setChoices(actor, body.choices),
    }),
    deleteProfileImage: async ({ actor }) => {
      await pictures.removeProfilePicture(actor);
      return { message: DONE.pictureRemoved };
    },
    sessions: async ({ actor }) => ({ sessions: await account.listSessions(actor) }),
    endSession: async ({ actor, params }) => {
      await account.endSession(actor, params.id);
      return { message: '그 기기에서 로그아웃했습니다.' };
    },
    endOtherSessions: async ({ actor }) => {
      const count = await account.endOtherSessions(actor);
      return { message: DONE.otherSessionsEnded, count };
    },
    exportData: async ({ actor, reply }) => {
      const { name, body } = await account.exportData(actor);
      reply
        .headers({
          'cache-control': 'private, no-store',
          'content-disposition': `attachment; filename="${name}"`,
        })
        .type('application/zip')
        .send(body);
    },
    withdraw: ({ actor }) => withdraw(actor),
    remove: ({ actor }) => withdraw(actor),
  });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, {
      limits: fileFormLimits(LIMITS.profileImageMaxBytes),
      throwFileSizeLimit: false,
    });
    mountRoutes(
      scope,
      { setProfileImage },
      {
        setProfileImage: async ({ actor, request, reply }) => {
          try {
            refuseLarge(Number(request.headers['content-length'] ?? 0));
            const imageUrl = await takeFile(request, PICTURE, (file) =>
              pictures.setProfilePicture(actor, file),
            );
            return { imageUrl };
          } catch (error) {
            if (!isOverloaded(error)) drainBody(request.raw, reply);
            throw error;
          }
        },
      },
    );
  });
}

function refuseLarge(declaredBytes: number): void {
  if (declaredBytes <= LIMITS.profileImageMaxBytes + FORM_BYTES) return;
  throw new AppError('IMAGE_TOO_LARGE', { message: TEXTS.profileImageTooLarge });
}
