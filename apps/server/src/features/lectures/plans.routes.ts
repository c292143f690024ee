import { DONE } from '@naru/contract/texts';
import { timetablePlanRoutes } from '@naru/contract/timetable-plans';
import type { FastifyInstance } from 'fastify';
import { mountRoutes } from '../../http/contract-routes.ts';
import type { LecturesService } from './lectures.service.ts';

export function mountPlans(app: FastifyInstance, lectures: LecturesService): void {
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
