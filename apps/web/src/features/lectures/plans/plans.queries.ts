import type { Term } from '@naru/contract/timetable';
import type { ApplyPlanInput, newPlanBody, TimetablePlan } from '@naru/contract/timetable-plans';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { lectureKeys } from '../../../entities/keys.ts';
import { api } from '../../../lib/api/api.ts';
import { termParams } from '../lectures.queries.ts';

/** The member's plans for a term. */
export function plansQuery(term: Term) {
  return queryOptions({
    queryKey: lectureKeys.plans(term),
    queryFn: async ({ signal }): Promise<TimetablePlan[]> =>
      (await api('GET /api/timetable/plans', { query: termParams(term), signal })).plans,
  });
}

/** What is only in a plan, and what only in the timetable. */
export function planChangesQuery(planId: number) {
  return queryOptions({
    queryKey: lectureKeys.planChanges(planId),
    queryFn: ({ signal }) =>
      api('GET /api/timetable/plans/:planId/changes', { params: { planId }, signal }),
  });
}

/** Calls that return the changed plan. */
export const planCalls = {
  create: (body: z.input<typeof newPlanBody>) => api('POST /api/timetable/plans', { body }),
  rename: (planId: number, name: string) =>
    api('PUT /api/timetable/plans/:planId', { params: { planId }, body: { name } }),
  restore: (planId: number) =>
    api('POST /api/timetable/plans/:planId/restore', { params: { planId } }),
  addLecture: (planId: number, lectureId: number, replace = false) =>
    api('POST /api/timetable/plans/:planId/lectures', {
      params: { planId },
      body: { lectureId, replace },
    }),
  removeLecture: (planId: number, lectureId: number) =>
    api('DELETE /api/timetable/plans/:planId/lectures/:lectureId', {
      params: { planId, lectureId },
    }),
};

/** Runs a call of `planCalls` and shows the plan that it returns. */
export function usePlanChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (send: () => Promise<{ message: string; plan: TimetablePlan }>) => send(),
    onSuccess: ({ plan }) => {
      client.setQueryData(plansQuery(plan).queryKey, (plans = []) =>
        plans.some(({ id }) => id === plan.id)
          ? plans.map((known) => (known.id === plan.id ? plan : known))
          : [...plans, plan].sort((a, b) => a.id - b.id),
      );
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: lectureKeys.allPlans }),
        // What fits into the plan.
        client.invalidateQueries({ queryKey: lectureKeys.lists }),
      ]),
  });
}

export function useDeletePlan() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: TimetablePlan) =>
      api('DELETE /api/timetable/plans/:planId', { params: { planId: id } }),
    onSettled: (_data, _error, plan) => {
      // Not awaited: the page leaves the plan before its list lacks it.
      void client.invalidateQueries({ queryKey: lectureKeys.plans(plan) });
    },
  });
}

/** Makes the timetable equal to a plan. */
export function useApplyPlan(planId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ApplyPlanInput) =>
      api('POST /api/timetable/plans/:planId/apply', { params: { planId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: lectureKeys.all }),
  });
}
