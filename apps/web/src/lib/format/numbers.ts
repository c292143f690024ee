const won = new Intl.NumberFormat('ko-KR');

/** `12,000원`; `가격 미정` for a missing amount. */
export function formatPrice(amount: number | null | undefined): string {
  return amount === null || amount === undefined ? '가격 미정' : `${won.format(amount)}원`;
}

/** `1,204`; `1.2만` from ten thousand. Clamped at zero. */
export function formatCount(count: number): string {
  const value = Math.max(0, Math.trunc(count));
  if (value < 10_000) return won.format(value);
  return `${won.format(Math.floor(value / 1000) / 10)}만`;
}

const KILOBYTE = 1024;
const MEGABYTE = KILOBYTE * KILOBYTE;
const GIGABYTE = KILOBYTE * MEGABYTE;

/** `820B`, `12KB`, `3.4MB`, `1.2GB` */
export function formatBytes(bytes: number): string {
  const value = Math.max(0, Math.trunc(bytes));
  if (value < KILOBYTE) return `${value}B`;
  if (value < MEGABYTE) return `${Math.floor(value / KILOBYTE)}KB`;
  if (value < GIGABYTE) return `${Math.floor((value * 10) / MEGABYTE) / 10}MB`;
  return `${Math.floor((value * 10) / GIGABYTE) / 10}GB`;
}
