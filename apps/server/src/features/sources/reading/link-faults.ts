import type { SourceId } from '@naru/contract/source-config';
import { type RowLink, segmentsOf } from './links.ts';
import { findCall, type ScriptCall } from './scripts.ts';

/** Names that a message lists. */
const NAMES_MAX = 5;
const NO_ID = '글의 번호를 찾지 못했습니다.';
const NO_ADDRESS = '글의 주소를 찾지 못했습니다.';

/** Why a row has no id and what to change, in Korean. */
export function faultOfId(rule: SourceId | undefined, link: RowLink): string {
  const lost = rule === undefined ? NO_ADDRESS : NO_ID;
  return `${lost} ${hintOf(rule, link)}`;
}

function hintOf(rule: SourceId | undefined, link: RowLink): string {
  switch (rule?.from) {
    case 'call':
      return hintOfCall(rule.name, link);
    case 'attribute':
      return `${shown(rule.name)} 값이 없습니다. 줄에 있는 속성: ${dataNames(link) || '없음'}`;
    case 'input':
      return `줄에 ${shown(rule.name)} 입력란이 없습니다.`;
    case 'parameter':
    case 'segment':
      return link.url === null ? withoutAddress(link) : hintOfAddress(rule.from, link.url);
    default:
      return withoutAddress(link);
  }
}

function withoutAddress({ calls }: RowLink): string {
  const call = findCall(calls);
  if (call === undefined) return '제목 자리에 링크가 들어 있는지 확인해 주세요.';
  return `링크가 스크립트 ${shown(call.name)}입니다. 글 번호를 ‘스크립트의 몇 번째 값’으로 바꿔 주세요.`;
}

function hintOfAddress(from: 'parameter' | 'segment', url: string): string {
  if (from === 'segment') return `링크의 주소에 있는 조각: ${segmentsOf(url).length}개`;
  return `링크의 주소에 있는 매개변수: ${listed([...new URL(url).searchParams.keys()]) || '없음'}`;
}

function hintOfCall(name: string | undefined, { calls, allCalls }: RowLink): string {
  const call = findCall(name === undefined ? calls : allCalls, name);
  if (call !== undefined) return `${shown(call.name)}의 값은 ${call.values.length}개입니다.`;
  const names = findNames(allCalls.filter(({ values }) => values.length > 0));
  return `값이 있는 스크립트: ${names || '없음'}`;
}

const shown = (name: string) => `‘${name.slice(0, 40)}’`;
const listed = (names: readonly string[]) =>
  [...new Set(names)]
    .slice(0, NAMES_MAX)
    .map((name) => name.slice(0, 30))
    .join(', ');
const findNames = (calls: readonly ScriptCall[]) => listed(calls.map(({ name }) => name));
const dataNames = ({ elements }: RowLink) =>
  listed(
    elements.flatMap((element) =>
      Object.keys(element.attr() ?? {}).filter((name) => name.startsWith('data-')),
    ),
  );

/** What to write when an article has no address. */
export function faultOfAddress(link: RowLink, missing: readonly string[] | null): string {
  if (missing === null) return `${NO_ADDRESS} 글 주소의 모양(pageUrl)을 적어 주세요.`;
  const names = missing.map((name) => `{${name}}`).join(', ');
  const call = findCall(link.allCalls);
  const has =
    call === undefined ? '' : ` ${shown(call.name)}의 값은 ${call.values.length}개입니다.`;
  return `${NO_ADDRESS} 글 주소의 모양에 쓴 ${names} 값이 이 줄에 없습니다.${has}`;
}

/** Which value of the calls differs from row to row, as a hint for the one that does not. */
export function differingValue(links: readonly RowLink[]): string | null {
  const calls = links.map(({ calls: own }) => findCall(own));
  const [first] = calls;
  if (first === undefined) return null;
  for (const place of first.values.keys()) {
    const values = new Set(calls.map((call) => call?.values[place]));
    if (values.size === links.length && !values.has(undefined)) {
      return `${shown(first.name)}의 ${place + 1}번째 값은 글마다 다릅니다.`;
    }
  }
  return null;
}
