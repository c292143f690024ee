import { STAFF_MEALS, STUDENT_CATEGORIES } from '@naru/contract/cafeteria';
import type { Tx } from '@naru/server/db/client';
import { banners, cafeteriaDays } from '@naru/server/db/schema';
import * as z from 'zod/mini';
import bannerList from './content/banners.json' with { type: 'json' };
import menuLists from './content/menus.json' with { type: 'json' };
import { fillDates, KST_MS, WEEKDAYS } from './demo-calendar.ts';

const DAY_MS = 86_400_000;
const DAYS_BACK = 14;
/** Twice as far ahead as can be asked for: a demo that runs for two weeks still has menus. */
const DAYS_AHEAD = 28;

/** The meals that take turns, one list of dishes a day. */
const turns = z.array(z.array(z.string()).check(z.minLength(1))).check(z.minLength(1));
const keys = z.enum([...STUDENT_CATEGORIES, ...STAFF_MEALS]);
const menusSchema = z.strictObject({
  student: z.record(z.enum(STUDENT_CATEGORIES), turns),
  staff: z.record(z.enum(STAFF_MEALS), turns),
  /** Weekdays on which nothing is cooked under that name. */
  emptyOn: z.partialRecord(keys, z.array(z.enum(WEEKDAYS))),
});
type DemoMenus = z.output<typeof menusSchema>;
type MenuRow = typeof cafeteriaDays.$inferInsert;

const bannersSchema = z.strictObject({
  normal: z.array(z.strictObject({ title: z.string(), content: z.string(), url: z.url() })),
  /** The last sign of a real video's id carries four bits, so an id that ends in 1 or 2 is nobody's. */
  media: z.array(
    z.strictObject({
      title: z.string(),
      content: z.string(),
      video: z.string().check(z.regex(/^[A-Za-z0-9_-]{10}[12]$/)),
    }),
  ),
});

/** Menus from 14 days back to 28 days ahead, and the banners of the main page. */
export async function insertDemoCampus(tx: Tx, now: Date): Promise<void> {
  await tx.insert(cafeteriaDays).values(demoMenuDays(now));
  await tx.insert(banners).values(demoBanners(now));
}

/** One row a Korean day; both cafeterias are closed at weekends. */
export function demoMenuDays(now: Date): MenuRow[] {
  const menus = z.parse(menusSchema, menuLists);
  const today = Math.floor((now.getTime() + KST_MS) / DAY_MS);
  return Array.from({ length: DAYS_BACK + 1 + DAYS_AHEAD }, (_, index) =>
    menuDay(menus, today - DAYS_BACK + index, now),
  );
}

/** `number`: days since 1970-01-01. */
function menuDay(menus: DemoMenus, number: number, now: Date): MenuRow {
  const date = new Date(number * DAY_MS);
  const day = date.toISOString().slice(0, 10);
  const weekday = WEEKDAYS[date.getUTCDay()] ?? '일';
  if (weekday === '토' || weekday === '일') {
    const closed: Omit<MenuRow, 'day'> = {
      studentState: 'CLOSED',
      staffState: 'CLOSED',
      student: {},
      staff: {},
    };
    return { day, ...closed, updatedAt: now };
  }
  const cook = (meals: Record<string, string[][]>) =>
    Object.fromEntries(
      Object.entries(meals).map(([name, lists]) => {
        const isEmpty = isIn(menus.emptyOn, name) && menus.emptyOn[name]?.includes(weekday);
        return [name, isEmpty ? [] : (lists[number % lists.length] ?? [])];
      }),
    );
  return {
    day,
    studentState: 'OPEN',
    staffState: 'OPEN',
    student: cook(menus.student),
    staff: cook(menus.staff),
    updatedAt: now,
  };
}

function isIn<T extends object>(record: T, key: PropertyKey): key is keyof T {
  return key in record;
}

function demoBanners(now: Date): (typeof banners.$inferInsert)[] {
  const { normal, media } = z.parse(bannersSchema, bannerList);
  return [
    ...normal.map(({ title, content, url }, displayOrder) => ({
      bannerType: 'NORMAL' as const,
      title,
      content: fillDates(content, now),
      targetUrl: url,
      displayOrder,
      createdAt: now,
    })),
    ...media.map(({ title, content, video }, displayOrder) => ({
      bannerType: 'MEDIA' as const,
      title,
      content,
      targetUrl: `https://www.youtube.com/watch?v=${video}`,
      videoId: video,
      displayOrder,
      createdAt: now,
    })),
  ];
}
