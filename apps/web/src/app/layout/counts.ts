/** Accessible name of a button with a count bubble: `알림, 읽지 않은 알림 3개`. */
export function spokenCount(name: string, what: string, count: number): string {
  return count > 0 ? `${name}, ${what} ${count.toLocaleString('ko-KR')}개` : name;
}
