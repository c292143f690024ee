import { describe, expect, it } from 'vitest';
import { listChanges } from './audit.changes.ts';
import { presentEntry } from './audit.present.ts';

describe('presentEntry', () => {
  type Row = Parameters<typeof presentEntry>[0];
  const at = new Date('2026-11-20T00:00:00Z');
  const row = {
    id: 1,
    actorId: 7,
    actorNickname: '등대',
    actorWithdrawnAt: null,
    targetType: 'member',
    targetId: 8,
    targetNickname: '부표',
    targetWithdrawnAt: null,
    inquiryTitle: null,
    postTitle: null,
    commentStart: null,
    lectureTitle: null,
    detail: null,
    createdAt: at,
  } as unknown as Row;
  const present = (values: Partial<Record<keyof Row, unknown>>) =>
    presentEntry({ ...row, ...values } as Row);

  it.each([
    [{}, '등대'],
    [{ actorWithdrawnAt: at }, '탈퇴한 회원'],
    [{ actorId: 0, actorNickname: null }, '서비스 키'],
    [{ actorId: 0, actorNickname: null, detail: { by: 'command line' } }, '서버의 명령어'],
    [{ actorId: 1, actorNickname: null }, '탈퇴한 회원'],
  ])('names who acted: %j', (values, name) => {
    expect(present(values).actorNickname).toBe(name);
  });

  it.each([
    ['a member', {}, '부표'],
    ['one who left', { targetWithdrawnAt: at }, '탈퇴한 회원'],
    ['the first member', { targetId: 1 }, '부표'],
    ['nobody in particular', { targetId: 0 }, ''],
    ['a post, not the member of its number', { targetType: 'post', postTitle: '글' }, '글'],
    ['an inquiry', { targetType: 'inquiry', inquiryTitle: '문의' }, '문의'],
    ['a comment below a post', { targetType: 'comment', commentStart: '말' }, '말'],
    ['a lecture', { targetType: 'lecture', lectureTitle: '강의' }, '강의'],
    ['what is erased', { targetType: 'post' }, ''],
  ])('labels %s', (_name, values, label) => {
    expect(present(values).targetLabel).toBe(label);
  });

  it.each([
    ['nothing', null, []],
    ['a bare value', 'x', []],
    ['texts', { from: 'a' }, [{ name: 'from', value: 'a' }]],
    ['lists', { boards: ['FREE', 'QNA'] }, [{ name: 'boards', value: 'FREE, QNA' }]],
    ['lists of more', { list: ['a', { b: 1 }] }, [{ name: 'list', value: '["a",{"b":1}]' }]],
    ['no value', { gone: undefined }, [{ name: 'gone', value: 'null' }]],
    ['numbers', { days: 3 }, [{ name: 'days', value: '3' }]],
    [
      'an old and a new value behind what was changed',
      { after: 2, before: 1, setting: 'x' },
      [
        { name: 'setting', value: 'x' },
        { name: 'before', value: '1' },
        { name: 'after', value: '2' },
      ],
    ],
  ])('lists %s of the detail', (_name, detail, expected) => {
    expect(present({ detail })).toMatchObject({ detail: expected, changes: [] });
  });

  it.each([
    ['both', { before: { title: 'a' }, after: { title: 'b' } }],
    ['the old state only', { before: { title: 'a' } }],
    ['the new state only', { after: { title: 'b' } }],
  ])('compares states with parts: %s', (_name, detail) => {
    const entry = present({ detail: { ...detail, note: 'x' } });
    expect(entry.detail).toEqual([{ name: 'note', value: 'x' }]);
    expect(entry.changes).toHaveLength(1);
  });
});

describe('listChanges', () => {
  const banner = (title: string, content = '본관 앞') => ({ bannerType: 'NORMAL', title, content });

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
