import * as z from 'zod/mini';

/** A member of the staff who works on an inquiry. */
export const assigneeSchema = z.object({ id: z.number(), nickname: z.string() });
export type Assignee = z.output<typeof assigneeSchema>;

/** Filters what staff handle: their own work, or what nobody works on. */
export const ASSIGNED = ['ME', 'NONE'] as const;
export type Assigned = (typeof ASSIGNED)[number];
export const assignedField = z.optional(z.enum(ASSIGNED));
