import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useWayToStudent } from '../member/way-to-student.ts';

/** In place of the form, for members who must not comment. */
export function CommentDenied() {
  const way = useWayToStudent();
  return (
    // A line on phones, where it stays above the bottom bar.
    <div className="flex items-start gap-3 rounded-ctl border border-line bg-deck px-4 py-3.5 max-md:items-center max-md:gap-2 max-md:border-0 max-md:bg-transparent max-md:p-0">
      <Lock size={18} className="shrink-0 text-ink-3 md:mt-0.5" />
      <div className="min-w-0 max-md:flex max-md:flex-1 max-md:flex-wrap max-md:items-center max-md:justify-between max-md:gap-x-3">
        <p className="font-semibold text-md max-md:text-sm">댓글 작성 권한이 없습니다.</p>
        <p className="text-ink-3 text-sm max-md:sr-only">
          학생 이상 회원만 댓글과 답글을 쓸 수 있습니다. {way.hint}
        </p>
        <Link
          {...way.link}
          className="inline-flex items-center font-semibold text-md text-sea hover:underline max-md:min-h-11 max-md:text-sm md:mt-2"
        >
          {way.label}
        </Link>
      </div>
    </div>
  );
}
