import { expect as expectThat, type Page } from '@playwright/test';
import { zipSync } from 'fflate';
import { pdfOf } from '../apps/server/src/features/uploads/texts/texts.fixture.ts';
import { makeDemoFile } from '../packages/demo/src/demo-files.ts';
import { apiAs, unique } from './support/api.ts';
import { expect, test } from './support/test.ts';

const PDF = pdfOf(['Lighthouse report', 'Second page']);
const NOTEBOOK = JSON.stringify({
  nbformat: 4,
  metadata: { kernelspec: { language: 'python' } },
  cells: [
    { cell_type: 'markdown', source: ['# 경사 하강법\n', '$x^2$'] },
    {
      cell_type: 'code',
      execution_count: 1,
      source: 'print("파도")',
      outputs: [
        { output_type: 'stream', text: '파도 출력' },
        {
          output_type: 'display_data',
          data: {
            'text/html': '<table><tr><td>칸<script>window.hacked = 1</script></td></tr></table>',
          },
        },
      ],
    },
  ],
});
/** Nothing in it may run, load or leave. */
const HOSTILE =
  '# 제목\n\n<script>window.hacked = 1</script><img src="/api/health" onerror="window.hacked = 1"><a href="https://example.org">밖</a>\n\n<svg onload="window.hacked = 1"><script>window.hacked = 1</script></svg>';

test('shows files of each kind in place, and Esc and Back give the page back [FILE-01] [FILE-05] [FILE-06]', async ({
  open,
}) => {
  const path = await seedFiles({
    '보고서.pdf': PDF,
    '실습.ipynb': NOTEBOOK,
    '명단.csv': '이름,점수\n김나루,90\n',
    '예산.xlsx': workbook('등대 예산'),
    'main.py': 'def wave():\n    return 1\n',
  });
  const { page } = await open('20250002');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(path);
  await expect(page.getByRole('button', { name: '보고서.pdf 미리 보기' })).toBeVisible();
  expect(asked.filter((one) => one.startsWith('/preview/'))).toEqual([]);

  await preview(page, '보고서.pdf');
  await expect(frameOf(page).locator('.textLayer').first()).toContainText('Lighthouse report');
  await expect(frameOf(page).locator('#place')).toHaveText('1 / 2쪽');
  await frameOf(page).locator('#content').press('ArrowRight');
  await expect(frameOf(page).locator('#place')).toHaveText('2 / 2쪽');
  await frameOf(page).locator('#content').press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: '보고서.pdf 미리 보기' })).toBeFocused();

  const shown: [string, string][] = [
    ['실습.ipynb', '파도 출력'],
    ['명단.csv', '김나루'],
    ['예산.xlsx', '등대 예산'],
    ['main.py', 'def wave()'],
  ];
  for (const [name, text] of shown) {
    await preview(page, name);
    await expect(frameOf(page).locator('#content')).toContainText(text);
    await page.getByRole('button', { name: '닫기' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('Back closes a file on a phone, also a document of Hangul, at another address than that of the site [FILE-01] [FILE-05] [FILE-12]', async ({
  open,
}) => {
  const path = await seedFiles({
    '명단.csv': '이름,점수\n김나루,90\n',
    '계획.hwpx': await makeDemoFile('학술제 계획.hwpx'),
  });
  const { page } = await open('20250002', { phone: true, dark: true, url: otherUrl() });
  await page.goto(path);
  await preview(page, '명단.csv');
  await expect(frameOf(page).locator('#content')).toContainText('김나루');
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await preview(page, '계획.hwpx');
  // The library draws each letter by itself.
  await expect(frameOf(page).locator('.drawing text').first()).toHaveText('학');
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe(path);
});

test('a word of a file alone finds its post, and shows nothing to who has not the room [FILE-07] [FILE-10] @whole', async ({
  open,
}) => {
  test.slow();
  const word = unique('부표점검').replaceAll(/[^가-힣\w]/g, '');
  const path = await seedFiles({ '점검표.csv': `항목,말\n하나,${word}\n` }, 1);
  const id = Number(path.split('/').at(-1));
  const query = encodeURIComponent(word);
  const reader = await apiAs('20250001');
  const found = () => reader.call<{ posts: { id: number }[] }>('GET', `/api/search?query=${query}`);
  // The job reads files each minute.
  await expect.poll(async () => (await found()).posts[0]?.id, { timeout: 150_000 }).toBe(id);

  const { page } = await open('20250001');
  await page.goto(`/search?query=${query}`);
  await page.locator(`a[href*="${path}"]`).first().click();
  await preview(page, '점검표.csv');
  await expect(frameOf(page).locator('#content')).toContainText(word);

  const outsider = await apiAs('20259999');
  const { posts } = await outsider.call<{ posts: unknown[] }>('GET', `/api/search?query=${query}`);
  expect(posts).toEqual([]);
});

test('a hostile file runs nothing, and damaged ones say so [FILE-02] [FILE-04]', async ({
  open,
}) => {
  const path = await seedFiles({
    '글.md': HOSTILE,
    '깨짐.pdf': '%PDF-1.7\nnothing\n',
    '깨짐.ipynb': '{"cells": [',
    '폭탄.xlsx': workbook(' '.repeat(130_000_000)),
  });
  const { page } = await open('20250002', { blocks: true });
  await page.goto(path);
  await preview(page, '글.md');
  await expect(frameOf(page).locator('#content')).toContainText('제목');
  expect(
    await frameOf(page).locator('script[src=""], #content script, #content [href]').count(),
  ).toBe(0);
  for (const frame of page.frames()) {
    expect(await frame.evaluate(() => 'hacked' in window)).toBe(false);
  }
  expect(await frameOf(page).locator('#content [src], #content [onerror]').count()).toBe(0);
  await page.getByRole('button', { name: '닫기' }).click();
  for (const name of ['깨짐.pdf', '깨짐.ipynb', '폭탄.xlsx']) {
    await preview(page, name);
    await expect(page.getByRole('alert')).toContainText('미리 볼 수 없습니다.');
    await expect(page.getByRole('dialog').getByRole('button', { name: '내려받기' })).toHaveCount(2);
    await page.getByRole('button', { name: '닫기' }).click();
  }
});

test('a file that would take the page minutes leaves it usable [FILE-04]', async ({ open }) => {
  const path = await seedFiles({
    '한줄.md': `<div>\n${'<b>x</b>'.repeat(500_000)}`,
    '그림.ipynb': JSON.stringify({
      cells: [
        {
          cell_type: 'markdown',
          source: `앞 칸\n\n${'![](attachment:a)\n'.repeat(2_500)}`,
          attachments: { a: { 'image/png': 'A'.repeat(150_000) } },
        },
        { cell_type: 'code', source: 'print("다음 칸")', outputs: [] },
      ],
    }),
  });
  const { page } = await open('20250002');
  await page.goto(path);
  for (const name of ['한줄.md', '그림.ipynb']) {
    await preview(page, name);
    await expect(frameOf(page).locator('#content')).toContainText(/xxx|앞 칸|표시하지 못했습니다/);
    await page.getByRole('button', { name: '닫기' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

/** The site by a name where the run has a number, or the other way around. */
function otherUrl(): string {
  const url = new URL(process.env.NARU_E2E_URL ?? '');
  url.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return url.origin;
}

function frameOf(page: Page) {
  return page.frameLocator('iframe[title$="내용"]');
}

async function preview(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `${name} 미리 보기` }).click();
  await expect(page.getByRole('dialog', { name: `${name} 미리 보기` })).toBeVisible();
}

/** A post with these files, in a lecture or on the free board, as a member uploads them; returns its address. */
async function seedFiles(
  files: Record<string, string | Buffer>,
  lectureId?: number,
): Promise<string> {
  const client = await apiAs('20250001');
  const attachments: string[] = [];
  for (const [name, content] of Object.entries(files)) {
    const query = new URLSearchParams({ filename: name });
    const { uploadUrl, key } = await client.call<{ uploadUrl: string; key: string }>(
      'GET',
      `/api/attachments/presign?${query}`,
    );
    const response = await fetch(new URL(uploadUrl, process.env.NARU_E2E_URL), {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(Buffer.from(content)),
    });
    expectThat(response.status).toBe(200);
    attachments.push(key);
  }
  const title = unique('파일이 있는 글');
  const body = { title, content: '<p>본문</p>', attachments };
  const seed = (way: string, place: object) =>
    client.call<{ id: number }>('POST', `/api/post/${way}`, { ...body, ...place });
  if (lectureId === undefined) {
    const { id } = await seed('post-up', { boardType: 'FREE' });
    return `/main/community/free/post/${id}`;
  }
  const question = { lectureId, boardType: 'LECTURE_Q', anonymous: false, imageUrls: [] };
  const { id } = await seed('lecture-post-up', question);
  return `/main/study-dashboard/${lectureId}/${id}`;
}

function workbook(text: string): Buffer {
  const entries = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="표" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row></sheetData></worksheet>`,
  };
  const bytes = Object.entries(entries).map(([name, xml]) => [name, new TextEncoder().encode(xml)]);
  return Buffer.from(zipSync(Object.fromEntries(bytes)));
}
