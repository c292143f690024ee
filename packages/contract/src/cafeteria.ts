import * as z from 'zod/mini';
import { CAFETERIA_STATES, type CafeteriaState } from './cafeteria-choices.ts';
import { csvLineErrorSchema, lineField, versionField, versionSchema } from './fields.ts';
import { tableReadingSchema } from './file-reading.ts';
import { LIMITS } from './limits.ts';
import { get, post, put } from './route.ts';
import { TEXTS } from './texts.ts';

const dishes = z.array(z.string());

function mealsOf<T extends z.ZodMiniType>(list: T) {
  return {
    studentCafeteria: z.object({ SET_MENU: list, WESTERN: list, SNACK: list, RAMEN: list }),
    staffCafeteria: z.object({ BREAKFAST: list, LUNCH: list, DINNER: list }),
  };
}

export const cafeteriaDaySchema = z.object({
  /** yyyy-mm-dd */
  date: z.string(),
  studentState: z.enum(CAFETERIA_STATES),
  staffState: z.enum(CAFETERIA_STATES),
  ...mealsOf(dishes),
});
export type CafeteriaDay = z.output<typeof cafeteriaDaySchema>;

const meals = mealsOf(dishes);
/** A day as readers get it: what is not served is absent. */
const servedDaySchema = z.object({
  ...cafeteriaDaySchema.shape,
  studentCafeteria: z.partial(meals.studentCafeteria),
  staffCafeteria: z.partial(meals.staffCafeteria),
});

const dayReadSchema = z.object({
  ...servedDaySchema.shape,
  /** The next day after it with a dish, of the week that follows; absent without one. */
  next: z.optional(servedDaySchema),
});

/** A day as the editor gets it. */
const editedDaySchema = z.object({ ...cafeteriaDaySchema.shape, version: versionSchema });
export type EditedDay = z.output<typeof editedDaySchema>;

const digits = (pattern: RegExp) => z.string().check(z.regex(pattern, TEXTS.valueInvalid));

/** A calendar day, yyyy-mm-dd. */
const cafeteriaDateField = z
  .string()
  .check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: TEXTS.menuDateInvalid, abort: true }),
    z.refine(isCalendarDay, { error: TEXTS.menuDateInvalid }),
  );

const writtenDishes = z.prefault(
  z
    .array(lineField(LIMITS.dishMax, TEXTS.valueInvalid, TEXTS.dishLength))
    .check(z.maxLength(LIMITS.menuDishes, TEXTS.dishesLimit)),
  [],
);

/** A day as staff writes it; an open cafeteria must have a dish. */
const writtenDay = {
  studentState: z.enum(CAFETERIA_STATES),
  staffState: z.enum(CAFETERIA_STATES),
  /** Stored only while the cafeteria is open. */
  ...mealsOf(writtenDishes),
  version: versionField,
};

/** True unless an open cafeteria has no dish. */
function isCooked(
  state: CafeteriaState,
  lists: Readonly<Record<string, readonly string[]>>,
): boolean {
  return state !== 'OPEN' || Object.values(lists).some((list) => list.length > 0);
}

const studentCooks = z.refine<Pick<CafeteriaDay, 'studentState' | 'studentCafeteria'>>(
  (day) => isCooked(day.studentState, day.studentCafeteria),
  { error: TEXTS.menuOpenEmpty, path: ['studentCafeteria'] },
);
const staffCooks = z.refine<Pick<CafeteriaDay, 'staffState' | 'staffCafeteria'>>(
  (day) => isCooked(day.staffState, day.staffCafeteria),
  { error: TEXTS.menuOpenEmpty, path: ['staffCafeteria'] },
);

export const cafeteriaDayBody = z
  .object({ date: cafeteriaDateField, ...writtenDay })
  .check(studentCooks, staffCooks);

const storedMeals = z.object({
  state: z.enum(CAFETERIA_STATES),
  dishes: z.record(z.string(), dishes),
});

/** Changes that a file would make, or has made. */
const mealChangeSchema = z.object({
  date: z.string(),
  cafeteria: z.enum(['student', 'staff']),
  before: storedMeals,
  after: storedMeals,
});
export type MealChange = z.output<typeof mealChangeSchema>;

export const mealImportSchema = z.object({
  /** False for a preview and for a file with any error. */
  saved: z.boolean(),
  changes: z.array(mealChangeSchema),
  /** Parts of the file that are already stored. */
  unchanged: z.number(),
  errors: z.array(csvLineErrorSchema),
  reading: tableReadingSchema,
  /** Of the stored days that the file would change. */
  version: versionSchema,
});
export type MealImport = z.output<typeof mealImportSchema>;

export const cafeteriaRoutes = {
  day: get('/api/Menu/:year/:month/:day', 'signedIn', {
    aliases: ['/api/menu/:year/:month/:day'],
    summary: 'Menus of both cafeterias on one day, at most 14 days back or ahead',
    params: z.object({
      year: digits(/^\d{4}$/),
      month: digits(/^\d{1,2}$/),
      day: digits(/^\d{1,2}$/),
    }),
    response: dayReadSchema,
  }),
  week: get('/api/admin/menus', 'MANAGER', {
    summary: 'Menus of 7 days from the given one, for the editor',
    query: z.object({ from: cafeteriaDateField }),
    response: z.object({ days: z.array(editedDaySchema) }),
  }),
  save: put('/api/admin/menus/:date', 'MANAGER', {
    summary: 'Set the menus of one day',
    params: z.object({ date: cafeteriaDateField }),
    body: z.object(writtenDay).check(studentCooks, staffCooks),
    response: editedDaySchema,
    errors: ['EDIT_CONFLICT'],
  }),
  saveDays: put('/api/admin/menus', 'MANAGER', {
    summary: 'Set the menus of several days, all or none',
    body: z.object({
      days: z.array(cafeteriaDayBody).check(
        z.minLength(1, TEXTS.valueInvalid),
        z.maxLength(LIMITS.cafeteriaSaveDays, TEXTS.valueInvalid),
        z.refine((days) => new Set(days.map(({ date }) => date)).size === days.length, {
          error: TEXTS.menuDateRepeated,
        }),
      ),
    }),
    response: z.object({ days: z.array(editedDaySchema) }),
    errors: ['EDIT_CONFLICT'],
  }),
  importFile: post('/api/admin/menus/import', 'MANAGER', {
    summary: 'Read menus from the text of a CSV file; a file with any error changes nothing',
    body: z.object({
      csv: z
        .string({ error: TEXTS.menuFileEmpty })
        .check(z.maxLength(LIMITS.mealFileMax, TEXTS.menuFileTooLarge)),
      /** True: only return the changes. */
      preview: z.prefault(z.boolean(), true),
      version: versionField,
    }),
    response: mealImportSchema,
    errors: ['EDIT_CONFLICT'],
  }),
};

/** False for a day that does not exist, such as November 31. */
function isCalendarDay(value: string): boolean {
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === value;
}
