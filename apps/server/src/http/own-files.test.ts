import { fileAddress, postHtml } from '@naru/contract/own-files';
import { contentField } from '@naru/contract/post-fields';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { mapImages } from '../domain/posts/html-images.ts';
import { alternatives, inputSchema, type JsonSchema } from '../testing/contract/json-schemas.ts';
import { contractCalls } from '../testing/matrix/mounted.ts';
import { mapFiles } from './own-files.ts';

const changes = { address: () => 'address', html: () => 'html' };
const PATH = '/files/x';
/** How fields with addresses are named, and those that lead elsewhere. */
const NAMED = /url|thumb|picture|image|logo|html/i;
const OTHERS = [
  'POST /api/member/login/provider/begin url',
  'POST /api/member/identities/begin url',
  'GET /api/mail/picture-presign pictureKey',
  'PUT /api/member/feeds/:kind url',
  'GET /api/member/my-notices targetUrl',
  'GET /api/admin/sources url',
  'GET /api/admin/sources/:id url',
  'POST /api/admin/sources/dry-run targetUrl',
  'POST /api/admin/sources/recognise targetUrl',
  'GET /api/admin/settings url',
  'PUT /api/admin/settings url',
  'GET /api/admin/site-notice url',
  'PUT /api/admin/site-notice url',
  'GET /api/config url',
];

function sampleOf(schema: JsonSchema): unknown {
  const shape = alternatives(schema).find(({ type }) => type !== 'null') ?? schema;
  if (shape.enum !== undefined) return shape.enum[0];
  if (shape.items !== undefined) return [sampleOf(shape.items)];
  const { additionalProperties: values } = shape;
  if (shape.properties === undefined && typeof values === 'object')
    return { one: sampleOf(values) };
  if (shape.properties === undefined) return shape.type === 'string' ? PATH : null;
  const fields = Object.entries(shape.properties).map(([name, one]) => [name, sampleOf(one)]);
  return Object.fromEntries(fields);
}

function unmarked(value: unknown, name = ''): string[] {
  if (value === PATH) return NAMED.test(name) ? [name] : [];
  if (Array.isArray(value)) return value.flatMap((one) => unmarked(one, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => unmarked(one, key));
}

describe('mapFiles', () => {
  it('changes the fields that the schema names, in a copy, and no others', () => {
    const schema = z.object({
      url: z.nullable(fileAddress),
      list: z.optional(z.array(z.union([z.object({ body: postHtml }), z.number()]))),
      boards: z.record(z.string(), z.array(fileAddress)),
      text: z.string(),
    });
    const list = [{ body: PATH }, 1];
    const value = { url: PATH, list, boards: { a: [PATH] }, text: PATH, more: PATH };
    expect(mapFiles(schema, value, changes)).toEqual({
      url: 'address',
      list: [{ body: 'html' }, 1],
      boards: { a: ['address'] },
      text: PATH,
      more: PATH,
    });
    expect(value.url).toBe(PATH);
  });

  it.each([null, 1, 'text', [], [1], { url: 1 }, { url: null }])('leaves %j as it is', (value) => {
    const schema = z.object({ url: z.nullish(fileAddress), content: z.optional(contentField('')) });
    expect(mapFiles(schema, value, changes)).toEqual(value);
  });

  it('knows every field of a response that may hold the address of a file [API-18]', () => {
    const missing = [...contractCalls()].flatMap(([call, { response }]) =>
      response === null
        ? []
        : unmarked(mapFiles(response, sampleOf(inputSchema(response)), changes)).map(
            (name) => `${call} ${name}`,
          ),
    );
    expect(new Set(missing)).toEqual(new Set(OTHERS));
  });
});

describe('mapImages', () => {
  const toSite = (html: string) => mapImages(html, (path) => `https://a.example${path}`);

  it.each([
    ['<p>글</p>', '<p>글</p>'],
    [
      '<img src="/files/a.webp" alt="&lt;">',
      '<img src="https://a.example/files/a.webp" alt="&lt;" />',
    ],
    [
      "<P>앞<IMG alt=a src='/files/a.webp'/>뒤",
      '<P>앞<img alt="a" src="https://a.example/files/a.webp" />뒤',
    ],
    [
      '&lt;img src="/files/a.webp"&gt; <a href="/files/b">c</a>',
      '&lt;img src="/files/a.webp"&gt; <a href="/files/b">c</a>',
    ],
    [
      '<!-- <img src="/files/a.webp"> --><p title="<img src=/files/a.webp>">',
      '<!-- <img src="/files/a.webp"> --><p title="<img src=/files/a.webp>">',
    ],
    ['</p\n><img src="/files/a.webp">', '</p\n><img src="https://a.example/files/a.webp" />'],
    ['<img><img alt="/files/a.webp">', '<img><img alt="/files/a.webp">'],
  ])('changes the addresses of pictures alone: %s [API-19]', (html, changed) => {
    expect(toSite(html)).toBe(changed);
  });

  it('leaves what is nested too deep for a post as it is', () => {
    const deep = `${'<b>'.repeat(101)}<img src="/files/a.webp">`;
    expect(toSite(deep)).toBe(deep);
  });
});
