import * as z from 'zod/mini';
import { defineRoutes } from './route.ts';
import { TEXTS } from './texts.ts';

/** Categories of the student cafeteria (spec 9). */
export const STUDENT_CATEGORIES = ['SET_MENU', 'WESTERN', 'SNACK', 'RAMEN'] as const;
/** Meals of the staff cafeteria (spec 9). */
export const STAFF_MEALS = ['BREAKFAST', 'LUNCH', 'DINNER'] as const;

/** Whether a cafeteria cooks that day (decisions 124). */
export const MENU_STATES = ['OPEN', 'CLOSED', 'NOT_POSTED'] as const;
export type MenuState = (typeof MENU_STATES)[number];

const dishes = z.array(z.string());

export const menuDaySchema = z.object({
  /** yyyy-mm-dd */
  date: z.string(),
  studentState: z.enum(MENU_STATES),
  staffState: z.enum(MENU_STATES),
  studentCafeteria: z.object({ SET_MENU: dishes, WESTERN: dishes, SNACK: dishes, RAMEN: dishes }),
  staffCafeteria: z.object({ BREAKFAST: dishes, LUNCH: dishes, DINNER: dishes }),
});
export type MenuDay = z.output<typeof menuDaySchema>;

const digits = (pattern: RegExp) => z.string().check(z.regex(pattern, TEXTS.valueInvalid));

export const menuRoutes = defineRoutes({
  day: {
    method: 'GET',
    path: '/api/Menu/:year/:month/:day',
    aliases: ['/api/menu/:year/:month/:day'],
    summary: 'Menus of both cafeterias on one day, at most 14 days back or ahead',
    access: 'signedIn',
    params: z.object({
      year: digits(/^\d{4}$/),
      month: digits(/^\d{1,2}$/),
      day: digits(/^\d{1,2}$/),
    }),
    response: menuDaySchema,
  },
});
