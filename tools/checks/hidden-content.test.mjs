// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { readContent } from '../../apps/server/src/domain/posts/html.ts';
import { toPostHtml } from '../../apps/server/src/domain/sources/foreign-html.ts';
import { preparePaste } from '../../apps/web/src/ui/editor/paste/paste-html.ts';

const within = (attributes) => `<p>앞<span ${attributes}>숨김</span>뒤</p>`;
const table = (inside) => `<table>${inside}</table>`;

const HIDDEN = [
  ...[
    'hidden',
    'hidden="until-found"',
    'style="display:none"',
    'style="color:red; DISPLAY : none !important"',
    'style="visibility:hidden"',
    'style="visibility:collapse"',
    'style="mso-hide:all"',
    'style="mso-element:comment-list"',
    'class="MsoCommentReference"',
    'style="opacity:0"',
    'style="opacity: 0.0;"',
    'style="max-height:0"',
    'style="height:0;overflow:hidden"',
    'style="overflow:clip;height:1px"',
    'style="clip:rect(0,0,0,0);position:absolute"',
    'style="position:absolute;left:-9999px"',
    'style="text-indent:-10000px"',
    'style="font-size:0"',
    'style="font:0/1 serif"',
  ].map((attributes) => [within(attributes), '앞뒤']),
  ['앞<div style="display:none"><p>숨김</p><table><tr><td>숨김</td></tr></table></div>뒤', '앞뒤'],
  ['앞<template>숨김</template><style>숨김</style>뒤', '앞뒤'],
  [
    '<div style="font-size:0">숨김<b>숨김</b><span style="font-size:12px">앞</span><i style="font-size:2em">숨김</i></div>',
    '앞',
  ],
  [table('<tr><td>앞</td><td style="display:none">숨김</td></tr>'), '앞'],
  [
    table('<tr><td>앞</td><td style="visibility:hidden">숨김<b>숨김</b></td><td>뒤</td></tr>'),
    '앞 뒤',
  ],
  [table('<tr hidden><td>숨김</td></tr><tr><td>앞</td></tr>'), '앞'],
  [table('<tr height="0"><td>숨김</td></tr><tr><td>앞</td></tr>'), '앞'],
  [
    table('<tr style="mso-height-source:userset;height:0"><td>숨김</td></tr><tr><td>앞</td></tr>'),
    '앞',
  ],
  [table('<tbody style="display:none"><tr><td>숨김</td></tr></tbody><tr><td>앞</td></tr>'), '앞'],
  [table('<col><col style="display:none"><tr><td>앞</td><td>숨김</td><td>뒤</td></tr>'), '앞 뒤'],
  [
    table(
      '<colgroup><col><col span="2" width="0"></colgroup><tr><td>앞</td><td>숨김</td><td>숨김</td><td>뒤</td></tr>',
    ),
    '앞 뒤',
  ],
  [table('<colgroup hidden><col></colgroup><tr><td>숨김</td><td>앞</td></tr>'), '앞'],
  [
    table(
      '<tr><td width="0">숨김</td><td>앞</td></tr><tr><td style="width:0pt">숨김</td><td>뒤</td></tr>',
    ),
    '앞 뒤',
  ],
  [
    table(
      '<col width="0"><tr><td colspan="2">앞</td></tr><tr><td rowspan="2">숨김</td><td>가</td></tr><tr><td>뒤</td></tr>',
    ),
    '앞 가 뒤',
  ],
  [table('<tr hidden><td rowspan="2">앞</td><td>숨김</td></tr><tr><td>뒤</td></tr>'), '앞 뒤'],
  [
    table('<col><col hidden><tr><td rowspan="2">앞</td><td>숨김</td></tr><tr><td>숨김</td></tr>'),
    '앞',
  ],
  ...['visibility:hidden', 'visibility:collapse', 'opacity:0'].map((style) => [
    table(`<tr style="${style}"><td>숨김</td></tr><tr><td>앞</td></tr>`),
    '앞',
  ]),
  [
    table(
      '<tr style="visibility:hidden"><td rowspan="2">숨김</td><td>숨김</td></tr><tr><td>앞</td></tr>',
    ),
    '앞',
  ],
  [
    table('<tbody style="visibility:hidden"><tr><td>숨김</td></tr></tbody><tr><td>앞</td></tr>'),
    '앞',
  ],
  [
    table(
      '<tbody hidden><tr><td rowspan="2">숨김</td></tr></tbody><tbody><tr><td>앞</td></tr></tbody>',
    ),
    '앞',
  ],
  ...['visibility:collapse', 'display:none;visibility:hidden', 'width:0'].map((style) => [
    table(`<col style="${style}"><col><tr><td>숨김</td><td>앞</td></tr>`),
    '앞',
  ]),
  [
    table(
      '<colgroup span="2"></colgroup><colgroup style="visibility:collapse"></colgroup><tr><td>앞</td><td>뒤</td><td>숨김</td></tr>',
    ),
    '앞 뒤',
  ],
  // The end tag of a group of columns may be left out.
  [table('<colgroup><col width="0"><col><tr><td>숨김</td><td>앞</td></tr>'), '앞'],
  [table('<colgroup><col><tr height="0"><td>숨김</td></tr><tr><td>앞</td></tr>'), '앞'],
  // Forms and others that old pages have around rows and cells.
  ...['form', 'center', 'font'].flatMap((tag) => [
    [
      table(`<tr hidden><td>숨김</td></tr><tr><${tag}><td>앞</td><td>뒤</td></${tag}></tr>`),
      '앞 뒤',
    ],
    [table(`<${tag}><tr height="0"><td>숨김</td></tr><tr><td>앞</td></tr></${tag}>`), '앞'],
    [table(`<col width="0"><tr><${tag}><td>숨김</td><td>앞</td></${tag}></tr>`), '앞'],
    [
      table(
        `<tr><${tag}><td style="visibility:hidden">숨김</td></${tag}><td>앞</td></tr><tr hidden><td>숨김</td></tr>`,
      ),
      '앞',
    ],
  ]),
  [table('<tr>앞<td hidden>숨김</td></tr>'), '앞'],
];

const SHOWN = [
  ...[
    'style="display:inline-block"',
    'style="opacity:0.5"',
    'style="overflow:hidden"',
    'style="height:0"',
    'style="left:-5px"',
    'style="visibility:visible"',
    'style="color:white"',
    'aria-hidden="true"',
  ].map((attributes) => [within(attributes).replace('숨김', '글'), '앞글뒤']),
  [
    table('<tr style="height:0pt"><td style="width:0;white-space:nowrap">앞</td><td>뒤</td></tr>'),
    '앞 뒤',
  ],
  [
    table('<tr><td>앞</td><td>가</td></tr><tr><td>나</td><td width="0">뒤</td></tr>'),
    '앞 가 나 뒤',
  ],
  [table('<col style="visibility:hidden"><col><tr><td>앞</td><td>뒤</td></tr>'), '앞 뒤'],
  [
    table(
      '<colgroup style="visibility:hidden"><col></colgroup><col><tr><td>앞</td><td>뒤</td></tr>',
    ),
    '앞 뒤',
  ],
  [table('<colgroup><col><col><tr><td>앞</td><td>뒤</td></tr>'), '앞 뒤'],
];

/** What a long page has of styles and languages, which are left out where they say nothing. */
const BALLAST = `<br lang="${'ko'.repeat(25_000)}">`;

const inOneLine = (text) => text.replace(/\s+/g, ' ').trim();

function pastedText(source) {
  const { body } = preparePaste(source);
  for (const block of body.querySelectorAll('p,td,th')) block.append(' ');
  return inOneLine(body.textContent);
}

it.each([...HIDDEN, ...SHOWN])(
  'a paste, the API and imports take the same of what a page hides: %s [POST-17, HTML-31]',
  async (source, text) => {
    expect(pastedText(source)).toBe(text);
    expect(inOneLine(readContent(source).text)).toBe(text);
    const { html } = await toPostHtml(source + BALLAST, 'https://www.example.ac.kr/');
    expect(inOneLine(readContent(html).text)).toBe(text);
  },
);
