import { lectureImportRoutes } from '@naru/contract/lecture-import';
import { lectureRoutes } from '@naru/contract/lectures';
import { privateEntryRoutes } from '@naru/contract/private-entries';
import { sharedTimetableRoutes } from '@naru/contract/shared-timetables';
import { DONE } from '@naru/contract/texts';
import { timetablePlanRoutes } from '@naru/contract/timetable-plans';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { LecturesService } from './lectures.service.ts';

export function lecturesFeature(app: FastifyInstance, { lectures }: { lectures: LecturesService }) {
  mountRoutes(app, lectureImportRoutes, {
    importFile: ({ actor, body }) => lectures.importFile(actor, body),
  });
  mountRoutes(app, privateEntryRoutes, {
    list: async ({ actor, query }) => ({ entries: await lectures.listEntries(actor, query) }),
    create: async ({ actor, body }) => ({
      message: DONE.entryAdded,
      entry: await lectures.createEntry(actor, body),
    }),
    update: async ({ actor, params, body }) => ({
      message: DONE.entrySaved,
      entry: await lectures.updateEntry(actor, params.entryId, body),
    }),
    remove: async ({ actor, params }) => {
      await lectures.removeEntry(actor, params.entryId);
      return { message: DONE.entryRemoved };
    },
  });
  mountRoutes(app, sharedTimetableRoutes, {
    list: ({ actor }) => lectures.listSharing(actor),
    open: ({ actor, body }) => lectures.setOpen(actor, body.isOpen),
    show: ({ actor, params, body }) => lectures.setShown(actor, params.id, body.isShown),
    compare: ({ actor, query: { friends, ...term } }) => lectures.compare(actor, friends, term),
  });
  mountPlans(app, lectures);
  mountRoutes(app, lectureRoutes, {
    list: ({ actor, query: { mine, free, plan: planId, ...query } }) =>
      lectures.list(actor, {
        ...query,
        planId,
        isFree: free === 'true',
        professorId: mine === 'true' ? actor.memberId : undefined,
      }),
    terms: () => lectures.listTerms(),
    marks: async ({ actor, query }) => ({
      markedLecture: await lectures.listMarked(actor, query),
    }),
    mark: async ({ actor, query }) => ({
      message: DONE.lectureMarked,
      isMarked: true,
      ...(await lectures.mark(actor, query.lectureRoomId, query.replace === 'true', query.code)),
    }),
    unmark: async ({ actor, query }) => ({
      message: DONE.lectureUnmarked,
      isMarked: false,
      markedCount: await lectures.unmark(actor, query.lectureRoomId),
    }),
    markAll: async ({ actor, query }) => {
      await lectures.markAll(actor, query.lectureRoomIds);
      return { message: DONE.lectureMarked };
    },
    unmarkAll: async ({ actor, query }) => {
      await lectures.unmarkAll(actor, query.lectureRoomIds);
      return { message: DONE.lectureUnmarked };
    },
    calendar: async ({ actor, query: { plan: planId, dates, ...term }, reply }) => {
      const options = { planId, hasDates: dates === 'true' };
      const { name, plainName, text } = await lectures.writeTimetable(actor, term, options);
      await reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', contentDisposition(name, { fallback: plainName }))
        .header('cache-control', 'private, no-store')
        .send(text);
    },
    create: async ({ actor, body }) => {
      const lecture = await lectures.create(actor, body);
      return { message: DONE.lectureCreated, id: lecture.id, lecture };
    },
    detail: async ({ actor, params }) => ({ data: await lectures.get(actor, params.lectureId) }),
    update: async ({ actor, params, body }) => {
      const lecture = await lectures.update(actor, params.lectureId, body);
      return { message: '강의를 수정했습니다.', id: lecture.id, lecture };
    },
    remove: async ({ actor, params }) => {
      await lectures.remove(actor, params.lectureId);
      return { message: DONE.lectureRemoved };
    },
    seen: async ({ actor, params }) => {
      await lectures.markSeen(actor, params.lectureId);
      return { message: '새 글을 모두 확인했습니다.', unreadCount: 0 };
    },
    stats: ({ actor, params }) => lectures.readWeek(actor, params.lectureId),
  });
}

function mountPlans(app: FastifyInstance, lectures: LecturesService): void {
  mountRoutes(app, timetablePlanRoutes, {
    list: async ({ actor, query }) => ({ plans: await lectures.listPlans(actor, query) }),
    create: async ({ actor, body }) => ({
      message: DONE.planCreated,
      plan: await lectures.createPlan(actor, body),
    }),
    rename: async ({ actor, params, body }) => ({
      message: DONE.planRenamed,
      plan: await lectures.renamePlan(actor, params.planId, body.name),
    }),
    remove: async ({ actor, params }) => {
      await lectures.removePlan(actor, params.planId);
      return { message: DONE.planRemoved };
    },
    restore: async ({ actor, params }) => ({
      message: DONE.planRestored,
      plan: await lectures.restorePlan(actor, params.planId),
    }),
    addLecture: async ({ actor, params: { planId }, body: { lectureId, replace } }) => ({
      message: DONE.planLectureAdded,
      plan: await lectures.addToPlan(actor, planId, lectureId, replace),
    }),
    removeLecture: async ({ actor, params: { planId, lectureId } }) => ({
      message: DONE.planLectureRemoved,
      plan: await lectures.removeFromPlan(actor, planId, lectureId),
    }),
    addEntry: async ({ actor, params: { planId }, body }) => ({
      message: DONE.entryAdded,
      plan: await lectures.addPlanEntry(actor, planId, body),
    }),
    updateEntry: async ({ actor, params: { planId, entryId }, body }) => ({
      message: DONE.entrySaved,
      plan: await lectures.updatePlanEntry(actor, planId, entryId, body),
    }),
    removeEntry: async ({ actor, params: { planId, entryId } }) => ({
      message: DONE.entryRemoved,
      plan: await lectures.removePlanEntry(actor, planId, entryId),
    }),
    changes: ({ actor, params }) => lectures.comparePlan(actor, params.planId),
    apply: async ({ actor, params, body }) => {
      await lectures.applyPlan(actor, params.planId, body);
      return { message: DONE.planApplied };
    },
  });
}
