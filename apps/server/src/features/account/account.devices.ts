/** Ordered: most browsers also name the ones they derive from. */
const BROWSERS: readonly [RegExp, string][] = [
  [/KAKAOTALK/i, '카카오톡'],
  [/NAVER\(inapp/i, '네이버 앱'],
  [/Instagram/i, '인스타그램'],
  [/Everytime/i, '에브리타임'],
  [/Whale\//, '웨일'],
  [/SamsungBrowser\//, '삼성 인터넷'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/CriOS\/|Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string, boolean][] = [
  [/iPhone|iPod/, 'iPhone', true],
  [/iPad/, 'iPad', true],
  [/Android.*Mobile/, 'Android 휴대전화', true],
  [/Android/, 'Android 태블릿', true],
  [/Windows/, 'Windows PC', false],
  [/CrOS/, 'Chromebook', false],
  [/Macintosh|Mac OS X/, 'Mac', false],
  [/Linux|X11/, 'Linux PC', false],
];

const UNKNOWN = '알 수 없는 기기';

/** Describes a device by its user agent, which may hold anything: `Mac · Safari`. */
export function describeDevice(userAgent: string): { device: string; isPhone: boolean } {
  const [, system, isPhone = false] = SYSTEMS.find(([sign]) => sign.test(userAgent)) ?? [];
  const [, browser] = BROWSERS.find(([sign]) => sign.test(userAgent)) ?? [];
  const words = [system, browser].filter((word) => word !== undefined);
  return { device: words.length > 0 ? words.join(' · ') : UNKNOWN, isPhone };
}
