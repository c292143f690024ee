import { expect, it } from 'vitest';
import { writeCsv } from './csv.ts';

it.each(['=1+1', '+1', '-1', '@SUM(1)', '＝1+1', '\t=1', '\u200b=1', '\tx'])(
  'keeps spreadsheets from running %j [INPUT-23]',
  (text) => {
    const [line = ''] = writeCsv([[text]])
      .slice(1)
      .split('\r\n');
    expect(line).toBe(` ${text}`);
  },
);
