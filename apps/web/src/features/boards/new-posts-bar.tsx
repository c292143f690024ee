import { ArrowUp } from 'lucide-react';

/** Offers posts that came while a list is open: they never move it by themselves. */
export function NewPostsBar({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div role="status">
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="flex min-h-11 w-full items-center justify-center gap-1.5 border-line border-t bg-sea-weak font-semibold text-md text-sea hover:underline"
        >
          <ArrowUp size={16} />새 글 {count}개 보기
        </button>
      )}
    </div>
  );
}
