import { sourceConfigSchema } from '@naru/contract/source-config';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { NEW_VALUES, sourceFormSchema, toValues } from './source-values.ts';

const common = { name: 'cs-notice', title: '공지', url: 'https://www.example.ac.kr/list' };
const detail = { body: '.view', attachments: '.files a' };

const CONFIGS: z.input<typeof sourceConfigSchema>[] = [
  { ...common, type: 'feed', boardType: 'NOTICE_UNIV', files: 'copy', detail },
  {
    ...{ ...common, type: 'html', boardType: 'NOTICE_DEPT', detail },
    hosts: ['file.example.ac.kr', 'www2.example.ac.kr'],
    list: { row: 'tr', title: '.t', id: { from: 'parameter', name: 'articleNo' }, pinned: '.n' },
  },
  {
    ...{ ...common, type: 'html', boardType: 'NOTICE_DEPT' },
    list: { row: 'tr', title: '.t', id: { from: 'segment', position: 2 } },
  },
  ...[
    { from: 'call' as const, name: 'goView', argument: 2 },
    { from: 'call' as const, argument: 1 },
    { from: 'attribute' as const, name: 'data-params', path: 'nttNo' },
    { from: 'attribute' as const, name: 'data-id' },
    { from: 'input' as const, name: 'nttId' },
  ].map((id) => ({
    ...{ ...common, type: 'html' as const, boardType: 'NOTICE_DEPT' as const },
    list: { row: 'tr', title: '.t', id },
    pageUrl: 'https://www.example.ac.kr/{bbsNo}/{nttNo}',
  })),
  {
    ...{ ...common, type: 'json', boardType: 'NOTICE_UNIV', list: 'data.items' },
    fields: { id: 'no', title: 'subject', url: 'link' },
  },
  {
    ...{ ...common, type: 'menu-table', cafeteria: 'staff', days: 'rows', table: '.menu' },
    meals: { 중식: 'LUNCH', '저녁=식사': 'DINNER' },
  },
  { ...common, type: 'menu-table', cafeteria: 'student', restaurant: '학생회관' },
  { ...common, type: 'html', boardType: 'NOTICE_DEPT', preset: 'k2web', files: 'copy' },
  {
    ...{ ...common, type: 'html', boardType: 'NOTICE_UNIV', preset: 'auto' },
    list: { id: { from: 'call', name: 'goView', argument: 1 } },
    ...{ pageUrl: 'https://www.example.ac.kr/view?no={id}', detail: { body: '.text' } },
  },
  { ...common, type: 'feed', boardType: 'NOTICE_UNIV', preset: 'auto' },
  { ...common, type: 'menu-csv', intervalMinutes: 1440, charset: 'euc-kr' },
  { ...common, type: 'ics' },
  { ...common, type: 'date-table', row: 'li', event: '.name', date: '.day', year: 'h2' },
];

describe('the form of a source', () => {
  it.each(CONFIGS.map((config) => [config.type, config] as const))(
    'keeps all of a configuration of the type %s [SRC-50]',
    (_type, given) => {
      const config = z.parse(sourceConfigSchema, given);
      expect(z.parse(sourceFormSchema, toValues(config))).toEqual(config);
    },
  );

  it('says what is missing at the control that it belongs to [SRC-50]', () => {
    const wrong = { ...NEW_VALUES, way: 'html', list: { id: { from: 'segment', value: 'zwei' } } };
    const { error } = z.safeParse(sourceFormSchema, wrong);
    const places = error?.issues.map(({ path }) => path.join('.')) ?? [];
    expect(places).toEqual(
      expect.arrayContaining([
        'name',
        'title',
        'url',
        'list.row',
        'list.title',
        'list.id.position',
      ]),
    );
  });

  it('takes a meal that nobody knows for a wrong one [SRC-50]', () => {
    const values = { ...NEW_VALUES, ...common, way: 'menu-table', meals: '점심 = 브런치' };
    expect(z.safeParse(sourceFormSchema, values).error?.issues[0]?.path[0]).toBe('meals');
  });
});
