import { describe, expect, it } from 'vitest';
import { listChanges } from './audit.changes.ts';

const banner = (title: string, content = '본관 앞') => ({ bannerType: 'NORMAL', title, content });

describe('listChanges', () => {
  it('shows a new title as one change of the item that had the old one [AUDIT-57]', () => {
    const before = [banner('학술제'), banner('체육대회')];
    expect(listChanges(before, [banner('가을 학술제', '대강당'), banner('체육대회')])).toEqual([
      { path: ['NORMAL\n학술제', 'title'], before: '학술제', after: '가을 학술제' },
      { path: ['NORMAL\n학술제', 'content'], before: '본관 앞', after: '대강당' },
    ]);
  });

  it('keeps a new order apart from changes, and added and removed items too', () => {
    const before = [banner('학술제'), banner('체육대회')];
    expect(listChanges(before, [banner('체육대회'), banner('학술제')])).toEqual([]);
    expect(listChanges(before, [banner('체육대회')])).toEqual([
      { path: ['NORMAL\n학술제', 'title'], before: '학술제', after: null },
      { path: ['NORMAL\n학술제', 'content'], before: '본관 앞', after: null },
    ]);
  });

  it('finds lists inside of structures and of the JSON text of settings', () => {
    const links = (label: string) => JSON.stringify([{ label, url: 'https://a.example' }]);
    expect(
      listChanges({ quickLinks: links('도서관') }, { quickLinks: links('학술정보원') }),
    ).toEqual([
      { path: ['quickLinks', '\n도서관', 'title'], before: '도서관', after: '학술정보원' },
    ]);
  });
});
