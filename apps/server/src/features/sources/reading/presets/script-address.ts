import { resolveAddress } from '../links.ts';
import { boardFieldsOf } from './board-fields.ts';
import type { ScriptLink } from './presets.ts';

/** Bounds the work of the patterns on scripts. */
const BODY_MAX = 1_200;
const NAME = /^[\w$]{1,60}$/;
const LEADS_TO =
  /(?:location(?:\.href)?\s{0,3}=(?!=)|window\.open\s{0,3}\(|location\.(?:assign|replace)\s{0,3}\()([^;\n]{1,400})/;
const ACTION = /action["']?\s{0,3}(?:=|,)\s{0,3}([^;\n]{1,300})/;
const FIELD =
  /(?:([\w$]{1,60})\.value\s{0,3}=\s{0,3}|["'](?:#|\w{0,20}\[name=\\?["']?)([\w$-]{1,60})(?:\\?["']?\])?["']\s{0,3}\)\.val\(\s{0,3})([\w$]{1,60}|'[^']{0,60}'|"[^"]{0,60}")/g;
const PARTS = /'([^']{0,300})'|"([^"]{0,300})"|`([^`]{0,300})`|([A-Za-z_$][\w$.]{0,60})/g;
/** What an expression may have beside texts and values. */
const KNOWN = new Set(['encodeURIComponent', 'encodeURI', 'String']);

/**
 * The address to which a script of the page leads, as its function says: an address joined from texts and
 * arguments, or a form with its fields. Null where the function is elsewhere, or more than that.
 */
export function addressOfScript({ id, name, values, list, html }: ScriptLink): string | null {
  const script = name === null ? null : functionOf(name, html);
  if (script === null) return null;
  const of = new Map(script.parameters.map((parameter, at) => [parameter, values[at] ?? '']));
  const address = byLocation(script.body, of) ?? byForm(script.body, of, { list, html });
  const url = address === null ? null : resolveAddress(address, list.href);
  return url?.includes(encodeURIComponent(id)) ? url : null;
}

function functionOf(name: string, html: string): { parameters: string[]; body: string } | null {
  if (!NAME.test(name)) return null;
  const own = name.replaceAll('$', '\\$');
  const start = new RegExp(
    `(?:function\\s{1,3}${own}|\\b${own}\\s{0,3}=\\s{0,3}function)\\s{0,3}\\(([^()]{0,200})\\)\\s{0,3}\\{`,
  ).exec(html);
  if (start === null) return null;
  const from = start.index + start[0].length;
  const text = html.slice(from, from + BODY_MAX);
  const next = /\bfunction\s{1,3}\w|<\/script/i.exec(text)?.index ?? text.length;
  const parameters = (start[1] ?? '').split(',').map((one) => one.trim());
  return { parameters, body: text.slice(0, next).replaceAll(/\/\/[^\n'"]*\n/g, '\n') };
}

function byLocation(body: string, of: ReadonlyMap<string, string>): string | null {
  const expression = LEADS_TO.exec(body)?.[1];
  return expression === undefined ? null : joined(expression, of);
}

function byForm(
  body: string,
  of: ReadonlyMap<string, string>,
  { list, html }: Pick<ScriptLink, 'list' | 'html'>,
): string | null {
  const expression = ACTION.exec(body)?.[1];
  const action = expression === undefined ? list.pathname : joined(expression, of);
  if (action === null || !URL.canParse(action, list)) return null;
  const url = new URL(action, list);
  for (const [name, value] of list.searchParams) {
    if (!url.searchParams.has(name)) url.searchParams.append(name, value);
  }
  for (const [name, value] of boardFieldsOf(html)) {
    if (!url.searchParams.has(name)) url.searchParams.append(name, value);
  }
  const fields = fieldsOf(body, of);
  for (const { name, value } of fields) url.searchParams.set(name, value);
  return fields.some(({ isArgument }) => isArgument) ? url.href : null;
}

/** What a function writes into the fields of a form. */
function fieldsOf(body: string, of: ReadonlyMap<string, string>) {
  return [...body.matchAll(FIELD)].flatMap(([, direct, queried, given = '']) => {
    const value = /^['"]/.test(given) ? given.slice(1, -1) : of.get(given);
    const name = direct ?? queried;
    if (value === undefined || name === undefined) return [];
    return [{ name, value, isArgument: of.has(given) }];
  });
}

/** Texts and arguments, one after another; null with anything else. */
function joined(expression: string, of: ReadonlyMap<string, string>): string | null {
  let address = '';
  for (const [, one, two, template, name] of expression.matchAll(PARTS)) {
    if (name !== undefined && !of.has(name)) {
      if (KNOWN.has(name)) continue;
      break;
    }
    const text = template?.replaceAll(/\$\{\s*([\w$]+)\s*\}/g, (_, key: string) =>
      encodeURIComponent(of.get(key) ?? ''),
    );
    address += one ?? two ?? text ?? encodeURIComponent(of.get(name ?? '') ?? '');
  }
  return /^(?:https?:\/\/|[./?\w])/.test(address) ? address : null;
}
