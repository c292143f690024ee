import { Clock, X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { EmptyState } from '../../ui/states.tsx';

type RecentListProps = {
  recent: readonly string[];
  onChoose: (query: string) => void;
  /** One of them, or all. */
  onRemove: (query?: string) => void;
};

/** The searches of this device, each of which can be repeated and removed. */
export function RecentList({ recent, onChoose, onRemove }: RecentListProps) {
  if (recent.length === 0) {
    return (
      <EmptyState
        icon={<Clock size={22} />}
        title="무엇을 찾으시나요?"
        text="게시판 글, 내 강의실의 글, 강의와 사람을 한 번에 찾습니다. 두 글자 이상을 입력해 주세요."
      />
    );
  }
  return (
    <section aria-label="최근 검색" className="px-5 pb-5 max-md:px-4">
      <div className="flex items-center justify-between">
        <h2 className="font-bold text-lg">최근 검색</h2>
        <Button size="sm" variant="ghost" onClick={() => onRemove()}>
          모두 지우기
        </Button>
      </div>
      <ul>
        {recent.map((query) => (
          <li key={query} className="flex items-center gap-2 border-line border-t first:border-t-0">
            <button
              type="button"
              onClick={() => onChoose(query)}
              className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 text-left hover:text-sea"
            >
              <Clock size={16} className="shrink-0 text-ink-3" />
              <bdi className="truncate">{query}</bdi>
            </button>
            <IconButton
              label={`최근 검색 ${query} 지우기`}
              tooltip={false}
              onClick={() => onRemove(query)}
            >
              <X size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
      <p className="pt-2 text-ink-3 text-sm">이 기기에만 남고 로그아웃하면 지워집니다.</p>
    </section>
  );
}
