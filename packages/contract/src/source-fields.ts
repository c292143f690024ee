import * as z from 'zod/mini';
import { findTextProblem } from './text.ts';
import { isWebAddress } from './web-address.ts';

export const SOURCE_LIMITS = {
  nameMax: 40,
  titleMax: 40,
  hosts: 10,
  meals: 20,
  intervalMin: 10,
  intervalMax: 10_080,
} as const;

const SELECTOR_MAX = 300;
const URL_MAX = 500;
const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,62})\.)+[a-z][a-z0-9-]{0,62}$/;
/** Says that a field of a source is absent or of another kind. */
export const MISSING = '값이 필요합니다.';

/** A check with its Korean sentence for the console and its English one for operators. */
export function rule<T>(isValid: (value: T) => boolean, error: string, english: string) {
  return z.refine<T>(isValid, { error, params: { english }, abort: true });
}

/** One line of 1 to `max` characters, of which something is visible, trimmed. */
export function line(max: number) {
  return z.string({ error: MISSING }).check(
    z.trim(),
    rule<string>(
      (text) => findTextProblem(text, max) === null && !/[\p{Cc}\p{Cs}]/u.test(text),
      `한 줄로 1자에서 ${max}자까지 적어 주세요.`,
      `must be one line of 1 to ${max} characters`,
    ),
  );
}

export function whole(min: number, max: number) {
  return z
    .number({ error: MISSING })
    .check(
      rule<number>(
        (value) => Number.isInteger(value) && value >= min && value <= max,
        `${min}에서 ${max}까지의 정수로 적어 주세요.`,
        `must be a whole number from ${min} to ${max}`,
      ),
    );
}

/** CSS selector; only the server knows whether it can be compiled. */
export const selector = line(SELECTOR_MAX);

/** Names of fields from the outside inwards, separated by dots; a number is a place in a list. */
export const fieldPath = line(200).check(
  rule<string>(
    (path) => path.split('.').every((name) => name !== ''),
    '필드 이름을 data.items처럼 점으로 이어 적어 주세요.',
    'must be names of fields joined by dots, such as data.items',
  ),
);

export const webAddress = line(URL_MAX).check(
  rule<string>(
    isWebAddress,
    'http:// 또는 https://로 시작하는 주소를 적어 주세요.',
    'must be an address that begins with http:// or https://',
  ),
);

/** A place in an address: `{id}`, `{1}`, or the name of a value such as `{nttNo}`. */
export const PLACEHOLDER = /\{(\d|[a-z_][\w-]{0,59})\}/gi;

/**
 * Address with `{id}`, with `{1}`, `{2}` … for the values of a link's script call, or with names of
 * parameters, fields and data of the row.
 */
export const addressTemplate = line(URL_MAX).check(
  rule<string>(
    (text) => isWebAddress(fillPlaceholders(text)) && text.search(PLACEHOLDER) >= 0,
    '주소에 {id}, {1}, {nttNo}처럼 바뀌는 자리를 넣어 주세요.',
    'must be an address with {id}, with {1}, {2} for the arguments of the link, or with names of its values',
  ),
  rule<string>(
    (text) => /^https?:\/\/[^/{}?#]+[/?#]/i.test(text),
    '바뀌는 자리는 주소의 서버 이름 뒤에만 넣을 수 있습니다.',
    'must have its placeholders behind the name of the host',
  ),
);

/** The address for an article whose parts are all `1`. */
export function fillPlaceholders(text: string): string {
  return text.replaceAll(PLACEHOLDER, '1');
}

export const hostName = z
  .string({ error: MISSING })
  .check(
    rule<string>(
      (text) => HOST_NAME.test(text),
      '서버 이름만 www.example.ac.kr처럼 적어 주세요.',
      'must be a name of a host like www.example.ac.kr',
    ),
  );

/** Lower-case name of a source, of at most `max` characters. */
export function slug(max: number) {
  return z
    .string({ error: MISSING })
    .check(
      rule<string>(
        (text) => text.length <= max && /^[a-z0-9][a-z0-9-]*$/.test(text),
        `영문 소문자, 숫자, 하이픈으로 ${max}자까지 적어 주세요.`,
        `must have 1 to ${max} of the letters a-z, 0-9 and hyphens`,
      ),
    );
}
