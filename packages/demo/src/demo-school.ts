import { STAFF_MEALS } from '@naru/contract/cafeteria-choices';
import school from './content/school.json' with { type: 'json' };
import { KST_MS } from './demo-calendar.ts';
import { demoCafeteriaDays } from './demo-campus.ts';
import { makeDemoFile } from './demo-files.ts';
import { drawPicture } from './demo-media.ts';

/** A page of the demo's own university, which its sources read. */
export interface SchoolPage {
  contentType: string;
  body: string | Buffer;
}

interface Article {
  id: string;
  title: string;
  pinned: boolean;
  body: string;
  files: { name: string; page: string }[];
  /** yyyy-mm-dd */
  date: string;
}

type List = 'board' | 'feed' | 'json';

const MEAL_NAMES = { BREAKFAST: '조식', LUNCH: '중식', DINNER: '석식' } as const;
const WEEKDAYS = ['일', '월', '화', '수', '목', '금', '토'];
const DAY_MS = 86_400_000;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns the page below `base` that has the name, as it is at `now`; null for an unknown one. */
export async function demoSchoolPage(
  name: string,
  base: string,
  now: Date,
): Promise<SchoolPage | null> {
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (file !== undefined) return { ...file, body: await file.body() };
  const page = Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
  if (page !== undefined) return page(base, now);
  const article = (['board', 'feed', 'json'] as const)
    .flatMap((list) => articlesOf(list, now))
    .find(({ id }) => `notice-${id}.html` === name);
  return article === undefined ? null : html(article.title, viewOf(article));
}

/** What articles show and link. */
const FILES: Partial<Record<string, { contentType: string; body: () => Promise<Buffer> }>> = {
  'harbour-night.png': { contentType: 'image/png', body: () => drawPicture('harbour-night') },
  'schedule.pdf': { contentType: 'application/pdf', body: () => makeDemoFile('수강신청 일정.pdf') },
};

const PAGES: Partial<Record<string, (base: string, now: Date) => SchoolPage>> = {
  'board.html': (_base, now) => html('대학 공지', boardOf(articlesOf('board', now))),
  'rss.xml': (base, now) => ({ contentType: 'application/rss+xml', body: feedOf(base, now) }),
  'news.json': (base, now) => ({
    contentType: 'application/json',
    body: JSON.stringify({
      items: articlesOf('json', now).map(({ id, title, body, date }) => ({
        ...{ no: id, subject: title, text: body, day: date },
        link: `${base}notice-${id}.html`,
      })),
    }),
  }),
  'menu.html': (_base, now) => html('교직원식당 주간 식단', menuOf(now)),
  'menu.csv': (_base, now) => ({ contentType: 'text/csv; charset=utf-8', body: csvOf(now) }),
  'calendar.ics': (_base, now) => ({ contentType: 'text/calendar', body: calendarOf(now) }),
  'schedule.html': (_base, now) => html('학사일정', scheduleOf(now)),
};

/** Each month has its own articles, so that a demo that runs on gets new ones. */
function articlesOf(list: List, now: Date): Article[] {
  const month = dayOf(now).slice(0, 7);
  return school[list].map(({ title, pinned, body, ...more }, at) => ({
    id: `${list}-${month}-${at + 1}`,
    title: inMonth(title, month),
    pinned,
    body: inMonth(body, month),
    files: 'files' in more && more.files ? more.files : [],
    date: `${month}-01`,
  }));
}

function boardOf(articles: readonly Article[]): string {
  const rows = articles.map(
    ({ id, title, pinned, date }, at) =>
      `<tr><td class="num">${pinned ? '공지' : articles.length - at}</td>
      <td class="subject"><a href="notice-${id}.html">${escapeHtml(title)}</a></td>
      <td class="date">${date}</td></tr>`,
  );
  return `<table class="board"><tbody>${rows.join('')}</tbody></table>`;
}

function viewOf({ title, date, body, files }: Article): string {
  const links = files.map(({ name, page }) => `<a href="${page}">${escapeHtml(name)}</a>`);
  return `<h2 class="title">${escapeHtml(title)}</h2><p class="date">${date}</p><div class="view">${body}</div>
    <p class="files">${links.join(' ')}</p>`;
}

function feedOf(base: string, now: Date): string {
  const items = articlesOf('feed', now).map(
    ({ id, title, body, date }) => `<item><guid isPermaLink="false">${id}</guid>
      <title>${escapeHtml(title)}</title><link>${base}notice-${id}.html</link>
      <pubDate>${new Date(`${date}T00:00:00+09:00`).toUTCString()}</pubDate>
      <description>${escapeHtml(body)}</description></item>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>학과 공지</title>
    <link>${base}board.html</link><description>학과 공지</description>${items.join('')}</channel></rss>`;
}

function menuOf(now: Date): string {
  const week = weekOf(now);
  const heads = week.map(({ day }) => `<th>${day} (${WEEKDAYS[new Date(day).getUTCDay()]})</th>`);
  const rows = STAFF_MEALS.map((meal) => {
    const cells = week.map(({ staff, staffState }) => {
      const closed = staffState === 'CLOSED' ? '휴무' : '';
      return `<td>${(staff[meal] ?? []).map(escapeHtml).join('<br>') || closed}</td>`;
    });
    return `<tr><th>${MEAL_NAMES[meal]}</th>${cells.join('')}</tr>`;
  });
  return `<table class="menu"><tr><th>구분</th>${heads.join('')}</tr>${rows.join('')}</table>`;
}

function csvOf(now: Date): string {
  const names = { SET_MENU: '정식', WESTERN: '양식', SNACK: '분식', RAMEN: '라면' };
  const lines = weekOf(now).flatMap(({ day, student, studentState }) =>
    studentState === 'CLOSED'
      ? [`${day},학생식당,휴무,`]
      : Object.entries(names).flatMap(([category, name]) => {
          const dishes = student[category] ?? [];
          return dishes.length === 0 ? [] : [`${day},학생식당,${name},"${dishes.join(', ')}"`];
        }),
  );
  return ['날짜,식당,구분,메뉴', ...lines, ''].join('\r\n');
}

function calendarOf(now: Date): string {
  const events = school.calendar.map(({ title, month, from, to }) => {
    const days = [dateOf(now, month, from), nextDay(dateOf(now, month, to))].map((day) =>
      day.replaceAll('-', ''),
    );
    return [
      ...['BEGIN:VEVENT', `UID:${title}-${days[0]}@demo`, 'DTSTAMP:20260101T000000Z'],
      ...[`DTSTART;VALUE=DATE:${days[0]}`, `DTEND;VALUE=DATE:${days[1]}`],
      ...[`SUMMARY:${title}`, 'END:VEVENT'],
    ].join('\r\n');
  });
  const head = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//demo//school//KO';
  return `${[head, ...events, 'END:VCALENDAR'].join('\r\n')}\r\n`;
}

function scheduleOf(now: Date): string {
  const rows = school.dates.map(({ title, month, from, to }) => {
    const [first, last] = [dateOf(now, month, from), dateOf(now, month, to)];
    return `<li><span class="day">${first} ~ ${last}</span> <span class="name">${title}</span></li>`;
  });
  return `<ul class="schedule">${rows.join('')}</ul>`;
}

/** The days of this week and the next, Monday first. */
function weekOf(now: Date) {
  const today = dayOf(now);
  const monday = Date.parse(today) - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS;
  const first = new Date(monday).toISOString().slice(0, 10);
  const days = demoCafeteriaDays(now);
  const from = days.findIndex(({ day }) => day === first);
  return days.slice(from, from + 14);
}

function html(title: string, body: string): SchoolPage {
  const page = `<!doctype html><html lang="ko"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
    <body><h1>${escapeHtml(title)}</h1>${body}</body></html>`;
  return { contentType: 'text/html; charset=utf-8', body: page };
}

const dayOf = (now: Date) => new Date(now.getTime() + KST_MS).toISOString().slice(0, 10);
const dateOf = (now: Date, month: number, day: number) =>
  `${dayOf(now).slice(0, 4)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
const nextDay = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
const inMonth = (text: string, month: string) =>
  text.replaceAll('{{month}}', String(Number(month.slice(5))));
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
