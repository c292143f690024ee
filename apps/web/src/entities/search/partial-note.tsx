/** Below the heading of a search that ended before it had looked everywhere. */
export function PartialNote() {
  return (
    <p className="px-5 pb-3 text-ink-2 text-md max-md:px-4">
      살펴볼 글이 많아 지금까지 찾은 만큼만 보여 드립니다. 검색어를 바꾸면 더 찾을 수 있습니다.
    </p>
  );
}

/** Instead of an empty result when such a search has found nothing. */
export const NOTHING_YET = {
  title: '끝까지 찾지 못했습니다.',
  text: '살펴볼 글이 많습니다. 검색어를 바꾸어 다시 검색해 주세요.',
};
