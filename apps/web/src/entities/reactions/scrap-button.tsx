import { Bookmark } from 'lucide-react';
import { buttonClass } from '../../ui/button-class.ts';
import { cx } from '../../ui/cx.ts';
import { usePostScrap } from './reactions.queries.ts';

type ScrapButtonProps = {
  postId: number;
  isScrapped: boolean;
  show: (isScrapped: boolean) => void;
};

export function ScrapButton(props: ScrapButtonProps) {
  const { isScrapped } = props;
  const scrap = usePostScrap(props);
  return (
    <button
      type="button"
      aria-pressed={isScrapped}
      onClick={() => scrap.mutate(!isScrapped)}
      className={buttonClass(
        { size: 'sm' },
        cx('max-md:w-11 max-md:px-0', isScrapped && 'border-sea bg-sea-weak text-sea'),
      )}
    >
      <Bookmark size={16} className={cx(isScrapped && 'fill-current')} />
      <span className="max-md:sr-only">스크랩</span>
    </button>
  );
}
