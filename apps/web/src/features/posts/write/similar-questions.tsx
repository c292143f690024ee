import { LIMITS } from '@naru/contract/limits';
import { isSearchable } from '@naru/contract/search-places';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CheckCircle2, ChevronDown, ExternalLink, MessageSquare } from 'lucide-react';
import { useId, useState } from 'react';
import { searchKeys } from '../../../entities/keys.ts';
import { api } from '../../../lib/api/api.ts';
import { formatCount } from '../../../lib/format/numbers.ts';
import { searchedText } from '../../../lib/hangul/searched-text.ts';
import { useDebouncedText } from '../../../lib/hangul/use-debounced-text.ts';
import { postPath } from '../../../lib/paths.ts';
import { cx } from '../../../ui/cx.ts';

const DELAY_MS = 600;

function useSimilar(title: string, isOfPetitions: boolean) {
  const typed = title.normalize('NFC').trim().slice(0, LIMITS.titleMax);
  const text = useDebouncedText(searchedText(typed), DELAY_MS);
  const isAsked = isSearchable(text);
  const { data } = useQuery({
    queryKey: searchKeys.similarQuestions(text, isOfPetitions ? 'PETITION' : 'QNA'),
    queryFn: async ({ signal }) => {
      const request = { query: { title: text }, signal };
      const { questions } = isOfPetitions
        ? await api('GET /api/petitions/similar', request)
        : await api('GET /api/post/similar-questions', request);
      return questions;
    },
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    // A tip is not worth a second try.
    retry: false,
  });
  return isAsked ? (data ?? []) : [];
}

type SimilarQuestionsProps = { title: string; isOfPetitions?: boolean };

/**
 * Questions, or open petitions, like the one whose title is typed, in a line of fixed height that opens a list. Shows nothing
 * without any, offline and on failures.
 */
export function SimilarQuestions({ title, isOfPetitions = false }: SimilarQuestionsProps) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const name = isOfPetitions ? '비슷한 청원' : '비슷한 질문';
  const questions = useSimilar(title, isOfPetitions);
  const count = questions.length;
  const answered = questions.filter((one) => one.answered).length;
  const label = `${name} ${count}개${answered > 0 ? ` (답변 완료 ${answered}개)` : ''}`;
  return (
    <div className="-mt-2">
      <p className="sr-only" aria-live="polite">
        {count > 0 && `${label}가 있습니다.`}
      </p>
      <div className="min-h-11">
        {count > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-11 w-full items-center gap-2 rounded-ctl px-3 text-left font-semibold text-md text-sea hover:bg-hover"
          >
            <span className="min-w-0 flex-1">{label}</span>
            <ChevronDown
              size={18}
              className={cx('shrink-0 transition-transform', isOpen && 'rotate-180')}
            />
          </button>
        )}
      </div>
      <ul id={listId} aria-label={name} hidden={!isOpen || count === 0}>
        {questions.map((question) => (
          <li key={question.id} className="border-line border-t">
            <a
              href={postPath(isOfPetitions ? 'PETITION' : 'QNA', question.id)}
              target="_blank"
              rel="noopener"
              className="flex min-h-11 items-center gap-2 px-3 py-2 hover:bg-hover"
            >
              {question.answered && (
                <span className="inline-flex shrink-0 items-center gap-1 font-semibold text-tide text-sm">
                  <CheckCircle2 size={15} /> 답변 완료
                </span>
              )}
              <bdi className="line-clamp-2 min-w-0 flex-1 [overflow-wrap:anywhere]">
                {question.title}
              </bdi>
              <span className="inline-flex shrink-0 items-center gap-1 text-ink-3 text-sm">
                <MessageSquare size={13} />
                <span className="sr-only">댓글 </span>
                {formatCount(question.commentCount)}
              </span>
              <ExternalLink size={14} className="shrink-0 text-ink-3" />
              <span className="sr-only">새 탭에서 열기</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
