import { LIMITS } from '@naru/contract/limits';
import type { Route, Schema } from '@naru/contract/route';
import * as z from 'zod/mini';
import {
  acceptedTypes,
  alternatives,
  fieldsOf,
  inputSchema,
  type JsonSchema,
  withValue,
} from '../contract/json-schemas.ts';
import { contractCalls } from '../matrix/mounted.ts';
import { CORPUS, IN_ADDRESS } from './corpus.ts';

/** A field that takes text, of the body or the query of a call. */
export interface TextField {
  call: string;
  part: 'body' | 'query';
  path: string[];
  /** `POST /api/inquiry body.title` */
  name: string;
}

/** Every text field of a part of a call: strings that are not one of a list. */
function textFieldsOf(call: string, route: Route, part: 'body' | 'query'): TextField[] {
  const schema = route[part];
  if (schema === undefined) return [];
  return fieldsOf(inputSchema(schema))
    .filter(({ schema: field }) => takesText(field))
    .map(({ path }) => ({ call, part, path, name: `${call} ${part}.${path.join('.')}` }));
}

/** Of all calls of the contract that write; calls that only read have their own texts in addresses. */
export function writtenTextFields(): TextField[] {
  return [...contractCalls()].flatMap(([call, route]) =>
    route.method === 'GET'
      ? []
      : (['body', 'query'] as const).flatMap((part) => textFieldsOf(call, route, part)),
  );
}

function takesText(schema: JsonSchema): boolean {
  return (
    acceptedTypes(schema).has('string') &&
    alternatives(schema).some(({ enum: values, type }) => {
      const isText = [type ?? 'string'].flat().includes('string');
      return isText && values === undefined;
    })
  );
}

/** Number in the text by which it is found again, on a screen or in a file. */
const markOf = (index: number): string => `t${index}z`;

/** Fields of files: the hostile text is one cell of them, which may be as long as the shortest one, a dish. */
const FILES: Record<string, (cell: string) => string> = {
  'POST /api/admin/lectures/import body.csv': (cell) =>
    `강의명,학년,학기,교수\n${cell},2,1,${cell}`,
  'POST /api/admin/menus/import body.csv': (cell) =>
    `날짜,식당,구분,메뉴\n2026-11-21,학생식당,분식,${cell}`,
  'POST /api/admin/academic-dates/import body.text': (cell) =>
    `일정,시작일,설명\n${cell},2026-11-26,${cell}`,
};

/**
 * Fields whose texts mean something to the server, which refuses all others although the contract does
 * not know which are right.
 */
const MEANING: readonly [RegExp, string][] = [
  [
    /(provider|identities) body\.(state|iss)$|join body\.ticket$/,
    'what a provider or this site signs',
  ],
  [
    /\.(version|amends|basedOn|base|hash|token|refreshToken|code|clientId|pictureKey)$/,
    'given out before',
  ],
  [/\.(lectureRoomId|userId)$|query\.id$|files\.0\.key$/, 'ids'],
  [/\.(imageUrls|imageUrl|logoUrl)$|picture\.url$/, 'addresses of own pictures'],
  [/passkeys? body\.|push\/device body\./, 'what a browser makes and signs'],
  [/([pP]assword|email|nickname)$|body\.username$/, 'limited letters, each once'],
  [/body\.consent\.|consents body\./, 'versions of documents'],
  [/sources\/:id body\.name$/, 'never changes'],
  [/system\/notices body\.targetUrl$/, 'an address of the program itself'],
  [/detail\.\w+$/, 'selectors, which have to compile'],
  [/(roster\/import|roll-over) body\.csv$/, 'limited letters'],
  [/roster\/:id\/email body\.former$/, 'compared with the address that is stored'],
];

export const hasMeaning = ({ name }: TextField): boolean =>
  MEANING.some(([pattern]) => pattern.test(name));

interface Place {
  route: Route;
  /** The valid body, or the parameters of the query. */
  value: unknown;
  /** Of the field among all. */
  index: number;
  round: number;
}

/**
 * The texts for the field in this round, best first: those of the corpus that the contract lets in beside the
 * other values, each with the mark where there is room. None: the contract limits its letters.
 */
export function textsFor(field: TextField, { route, value, index, round }: Place): string[] {
  const schema = route[field.part];
  if (schema === undefined) return [];
  const fits = (text: string) => fitsInto(schema, field, value, text);
  const all = [...CORPUS, ...IN_ADDRESS];
  const from = (index * 7 + round) % all.length;
  const file = FILES[field.name];
  return [...all.slice(from), ...all.slice(0, from)].flatMap((text) => {
    const marked = `${text} ${markOf(index)}`;
    if (file) {
      const isShort = marked.length <= LIMITS.dishMax;
      return isShort ? [file(`"${marked.replaceAll('"', '""')}"`)].filter(fits) : [];
    }
    const wrapped = `<p>${markOf(index)}</p>${text}`;
    const isHtml = /(content|html)$/.test(field.name) && fits(wrapped);
    return (isHtml ? [wrapped] : [marked, text]).filter(fits).slice(0, 1);
  });
}

function fitsInto(schema: Schema, field: TextField, value: unknown, text: string): boolean {
  try {
    return z.safeParse(schema, withValue(value, field.path, text)).success;
  } catch {
    // A list that is too short for the field.
    return false;
  }
}
