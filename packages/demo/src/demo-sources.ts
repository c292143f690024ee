import type { SourceConfig } from '@naru/contract/source-config';
import type { Tx } from '@naru/server/db/client';
import {
  academicDates,
  attachments,
  cafeteriaDays,
  comments,
  importedArticles,
  posts,
  sources,
  uploads,
} from '@naru/server/db/schema';
import { and, inArray, notInArray } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

const SITE = { hosts: [], charset: 'auto' as const };
const DAILY = { ...SITE, intervalMinutes: 1440 };
const HOURLY = { ...SITE, intervalMinutes: 60 };

/** One source of each type, which read pages of the demo's own university below `base`. */
export function demoSources(base: string): SourceConfig[] {
  const univ = { ...HOURLY, boardType: 'NOTICE_UNIV' as const };
  const dept = { ...HOURLY, boardType: 'NOTICE_DEPT' as const };
  return [
    {
      ...{ type: 'html', name: 'demo-board', title: '체험: 대학 공지 게시판', ...univ },
      ...{ url: `${base}board.html`, files: 'copy' },
      list: { row: 'table.board tr', title: '.subject', date: '.date', number: '.num' },
      detail: { body: '.view', title: '.title', date: '.date', attachments: '.files a' },
    },
    {
      ...{ type: 'feed', name: 'demo-feed', title: '체험: 학과 공지 RSS', ...dept },
      url: `${base}rss.xml`,
    },
    {
      ...{ type: 'json', name: 'demo-json', title: '체험: 학과 소식 JSON', ...dept },
      ...{ url: `${base}news.json`, list: 'items' },
      fields: { id: 'no', title: 'subject', url: 'link', content: 'text', date: 'day' },
    },
    {
      ...{ type: 'menu-table', name: 'demo-menu', title: '체험: 교직원식당 식단표', ...DAILY },
      ...{ url: `${base}menu.html`, cafeteria: 'staff', table: '.menu', days: 'columns' },
      meals: { 조식: 'BREAKFAST', 중식: 'LUNCH', 석식: 'DINNER' },
    },
    {
      ...{ type: 'menu-csv', name: 'demo-menu-csv', title: '체험: 학생식당 식단 CSV', ...DAILY },
      url: `${base}menu.csv`,
    },
    {
      ...{ type: 'ics', name: 'demo-calendar', title: '체험: 학사일정 ICS', ...DAILY },
      url: `${base}calendar.ics`,
    },
    {
      ...{ type: 'date-table', name: 'demo-schedule', title: '체험: 학사일정표', ...DAILY },
      ...{ url: `${base}schedule.html`, row: '.schedule li', event: '.name', date: '.day' },
    },
  ];
}

/** Deletes the sources with all that they brought, except notices below which members commented. */
export async function removeDemoSources(tx: Tx): Promise<void> {
  const names = demoSources('http://localhost/').map(({ name }) => name);
  const keys = names.map((name) => `source:${name}`);
  const ofSources = inArray(importedArticles.sourceKey, keys);
  const brought = tx
    .select({ id: importedArticles.postId })
    .from(importedArticles)
    .where(ofSources);
  const discussed = tx.select({ id: comments.postId }).from(comments);
  const isRemoved = (id: PgColumn) => and(inArray(id, brought), notInArray(id, discussed));
  for (const files of [uploads, attachments]) {
    const removing = { status: 'removing', postId: null };
    await tx.update(files).set(removing).where(isRemoved(files.postId));
  }
  await tx.delete(posts).where(isRemoved(posts.id));
  await tx.delete(importedArticles).where(ofSources);
  await tx.delete(academicDates).where(inArray(academicDates.sourceKey, keys));
  const isOfSources = [cafeteriaDays.studentSource, cafeteriaDays.staffSource].map((column) =>
    inArray(column, keys),
  );
  await tx.delete(cafeteriaDays).where(and(...isOfSources));
  await tx.delete(sources).where(inArray(sources.name, names));
}
