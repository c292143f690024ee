/** Longer scripts are cut, which bounds all work on them. */
const SCRIPT_MAX = 2000;
const TOKEN =
  /\/\*[^*]*\*\/|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`|(-?\d+(?:\.\d+)?)|([\p{L}_$][\p{L}\d_$]*)|(\S)/gsu;
const ESCAPE = /\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gis;
const CONTROLS: Record<string, string> = { n: '\n', r: '\r', t: '\t' };
const LOCATION = /^(?:(?:window|document|self|top|parent|opener|this)\.){0,2}location(?:\.href)?$/;
const NAVIGATION = /^(?:[\w$]+\.){0,2}(?:location\.(?:replace|assign)|open)$|^open$/;
/** Field of a form, as `document.form1.nttId.value`. */
const FIELD = /(?:^|\.)([\w$]+)\.value$/;
/** Calls that open no article, by the last part of their names. */
const HELPERS = new Set(
  `void if for while switch catch function return typeof alert confirm prompt preventDefault stopPropagation
  stopImmediatePropagation $ jQuery getElementById getElementsByName querySelector querySelectorAll addClass
  removeClass toggleClass show hide toggle log setTimeout setInterval submit focus blur trigger gtag ga fbq
  encodeURIComponent encodeURI decodeURIComponent escape unescape parseInt Number String`.split(
    /\s+/,
  ),
);
const FINDERS = new Set(['$', 'jQuery', 'getElementById']);

interface Token {
  kind: 'text' | 'number' | 'name' | 'sign';
  text: string;
  /** Part of a sum with what only the page's script knows. */
  isPart?: true;
}

export interface ScriptCall {
  /** With the objects in front of it: `board.goView`. */
  name: string;
  /** All texts and numbers between its brackets, in order. */
  values: string[];
}

/** What a script says, as far as it stands there literally. */
export interface Script {
  /** In the order of their names. */
  calls: ScriptCall[];
  /** Where it leads, by `location` or `window.open`. */
  addresses: string[];
  /** Values of objects and of form fields by their names. */
  named: Map<string, string>;
}

/** Reads calls, addresses and named values from a script, also from a broken one; nothing is run. */
export function readScript(source: string): Script {
  const tokens = foldSums(tokensOf(source.slice(0, SCRIPT_MAX)));
  const script: Script = { calls: [], addresses: [], named: new Map() };
  const open: (ScriptCall | null)[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind === 'name') at = readName(tokens, at, { script, open });
    else if (token.kind !== 'sign') readValue(tokens, at, { script, open });
    else if ('([{'.includes(token.text)) open.push(null);
    else if (')]}'.includes(token.text)) open.pop();
  }
  return script;
}

interface Reading {
  script: Script;
  open: (ScriptCall | null)[];
}

/** Reads a name with its dots, and what is done with it; returns the last place that was read. */
function readName(tokens: readonly Token[], start: number, { script, open }: Reading): number {
  let at = start;
  let name = tokens[at]?.text ?? '';
  while (tokens[at + 1]?.text === '.' && tokens[at + 2]?.kind === 'name') {
    at += 2;
    name += `.${tokens[at]?.text}`;
  }
  const [next, after] = [tokens[at + 1], tokens[at + 2]];
  if (next?.kind !== 'sign') return at;
  if (next.text === '(') {
    const call = { name, values: [] };
    script.calls.push(call);
    open.push(call);
    return at + 1;
  }
  const isAssigned = next.text === '=' && after !== undefined && isLiteral(after);
  if (isAssigned && !after.isPart) assign(name, after.text, script);
  return at;
}

function assign(name: string, value: string, { addresses, named }: Script): void {
  const field = FIELD.exec(name)?.[1];
  if (LOCATION.test(name)) addresses.push(value);
  else if (field !== undefined) named.set(field, value);
}

/** Adds a literal to all calls around it, and to what has a name. */
function readValue(tokens: readonly Token[], at: number, { script, open }: Reading): void {
  const token = tokens[at];
  if (token === undefined || isKey(tokens, at)) return;
  const key = tokens[at - 1]?.text === ':' ? tokens[at - 2] : undefined;
  if (key !== undefined && key.kind !== 'sign') script.named.set(key.text, token.text);
  for (const call of open) call?.values.push(decoded(token.text));
  const call = open.at(-1);
  if (call?.values.length === 1 && !token.isPart) readFirst(call, token.text, script);
}

function isKey(tokens: readonly Token[], at: number): boolean {
  return tokens[at + 1]?.text === ':' && ['{', ','].includes(tokens[at - 1]?.text ?? '');
}

/** The first value of a call may be an address, or that of a field. */
function readFirst(call: ScriptCall, text: string, script: Script): void {
  if (NAVIGATION.test(call.name)) script.addresses.push(text);
  const field = call.name === 'val' ? fieldBefore(script, call) : undefined;
  if (field !== undefined) script.named.set(field, text);
}

/** The name in `$('#nttId')`, in front of `.val(…)`. */
function fieldBefore({ calls }: Script, call: ScriptCall): string | undefined {
  const found = calls[calls.indexOf(call) - 1];
  const isFinder = found !== undefined && FINDERS.has(lastPart(found.name));
  return isFinder ? /[\w$-]+/.exec(found.values[0] ?? '')?.[0] : undefined;
}

/** The call of that name; without a name, the first one that may open an article. Each has values. */
export function findCall(calls: readonly ScriptCall[], name?: string): ScriptCall | undefined {
  const full = calls.filter(({ values }) => values.length > 0);
  if (name !== undefined) {
    return full.find((call) => call.name === name || lastPart(call.name) === name);
  }
  const able = full.filter((call) => !HELPERS.has(lastPart(call.name)));
  return able.find((call) => !NAVIGATION.test(call.name)) ?? able[0];
}

const lastPart = (name: string) => name.slice(name.lastIndexOf('.') + 1);
const isLiteral = ({ kind }: Token) => kind === 'text' || kind === 'number';

function tokensOf(source: string): Token[] {
  return [...source.matchAll(TOKEN)].flatMap((match): Token[] => {
    const [, one, two, three, number, name, sign] = match;
    const text = one ?? two ?? three;
    if (text !== undefined) return [{ kind: 'text', text: text.replaceAll(ESCAPE, unescaped) }];
    if (number !== undefined) return [{ kind: 'number', text: number }];
    if (name !== undefined) return [{ kind: 'name', text: name }];
    return sign === undefined ? [] : [{ kind: 'sign', text: sign }];
  });
}

function unescaped(_: string, four?: string, two?: string, sign = ''): string {
  const code = four ?? two;
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  return CONTROLS[sign] ?? sign;
}

/** `'/view?no=' + 12` becomes one text; texts beside other summands are marked. */
function foldSums(tokens: readonly Token[]): Token[] {
  const folded: Token[] = [];
  for (const token of tokens) {
    const [before, plus] = folded.slice(-2);
    const isSummand = plus?.kind === 'sign' && plus.text === '+' && before !== undefined;
    if (isSummand) addSummand(folded, before, token);
    else folded.push(token);
  }
  return folded;
}

function addSummand(folded: Token[], before: Token, token: Token): void {
  const areLiterals = isLiteral(before) && isLiteral(token);
  if (areLiterals && hasText(before, token)) {
    folded.splice(-2, 2, { ...before, kind: 'text', text: before.text + token.text });
  } else {
    before.isPart = true;
    folded.push({ ...token, isPart: true });
  }
}

const hasText = (...tokens: Token[]) => tokens.some(({ kind }) => kind === 'text');

/** Values may be percent-encoded. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value).trim();
  } catch {
    return value.trim();
  }
}

/** A value of a data attribute with JSON, with an object of a script, or with `a=1&b=2`. */
export function valueInData(data: string, path: string): string | undefined {
  const text = data.slice(0, SCRIPT_MAX).trim();
  try {
    return valueAtPath(JSON.parse(text), path.split('.'));
  } catch {
    if (/^[[{]/.test(text)) return readScript(text).named.get(path.split('.').at(-1) ?? '');
    return new URLSearchParams(text).get(path) ?? undefined;
  }
}

function valueAtPath(value: unknown, path: readonly string[]): string | undefined {
  let inner = value;
  for (const name of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, name)) return;
    inner = (inner as Record<string, unknown>)[name];
  }
  return ['string', 'number', 'boolean'].includes(typeof inner) ? String(inner) : undefined;
}
