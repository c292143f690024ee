/** Names of the cafeterias' meals and states, without schemas: the dashboard needs only these. */

export const STUDENT_CATEGORIES = ['SET_MENU', 'WESTERN', 'SNACK', 'RAMEN'] as const;
export const STAFF_MEALS = ['BREAKFAST', 'LUNCH', 'DINNER'] as const;

/** Whether a cafeteria serves meals on a day. */
export const CAFETERIA_STATES = ['OPEN', 'CLOSED', 'NOT_POSTED'] as const;
export type CafeteriaState = (typeof CAFETERIA_STATES)[number];
