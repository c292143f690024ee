const won = new Intl.NumberFormat('ko-KR');

/** `12,000원`; a price that was never given is `가격 미정`. */
export function formatPrice(price: number | null | undefined): string {
  return price === null || price === undefined ? '가격 미정' : `${won.format(price)}원`;
}

/** `1,204`, and from ten thousand on `1.2만`. Never negative. */
export function formatCount(count: number): string {
  const value = Math.max(0, Math.trunc(count));
  if (value < 10_000) return won.format(value);
  return `${won.format(Math.floor(value / 1000) / 10)}만`;
}

const KILOBYTE = 1024;
const MEGABYTE = KILOBYTE * KILOBYTE;

/** `820B`, `12KB`, `3.4MB`: sizes of files. */
export function formatBytes(bytes: number): string {
  const value = Math.max(0, Math.trunc(bytes));
  if (value < KILOBYTE) return `${value}B`;
  if (value < MEGABYTE) return `${Math.floor(value / KILOBYTE)}KB`;
  return `${Math.floor((value * 10) / MEGABYTE) / 10}MB`;
}
