import type { Report } from '@naru/contract/moderation';
import type { ReportedContent } from '@naru/contract/reported-contents';
import { useQueryClient } from '@tanstack/react-query';
import { useFileSaving } from '../../entities/attachments/use-file-saving.ts';
import { Badge } from '../../ui/badge.tsx';
import { reloadReport } from './moderation.queries.ts';

type Version = NonNullable<ReportedContent['now']>;
type Part = 'title' | 'text';

/** What was reported beside what it is now, with the words that differ marked. */
export function ReportedBox({ report }: { report: Report }) {
  const { reported, inquiryId } = report;
  const client = useQueryClient();
  const reload = async () => (await reloadReport(client, inquiryId))?.reported;
  if (reported === null) return null;
  const { now, changed } = reported;
  if (!changed) return <p className="text-ink-3 text-sm">신고한 뒤 바뀌지 않았습니다.</p>;
  return (
    <div className="grid gap-3 rounded-ctl border border-line px-4 py-3 md:grid-cols-2">
      <section aria-label="신고 당시" className="grid content-start gap-1">
        <h3 className="flex flex-wrap items-center gap-2 font-bold text-sm">
          신고 당시
          <Badge tone="gold">{now === null ? '신고 뒤 삭제됨' : '신고 뒤 수정됨'}</Badge>
        </h3>
        <p className="text-ink-2 text-sm">
          작성자 <bdi>{reported.writerNickname}</bdi>
        </p>
        <Words version={reported} other={now ?? reported} as="del" reload={reload} />
      </section>
      <section aria-label="현재" className="grid content-start gap-1">
        <h3 className="font-bold text-sm">현재</h3>
        {now === null ? (
          <p className="text-ink-2 text-sm">삭제되어 남아 있지 않습니다.</p>
        ) : (
          <Words
            version={now}
            other={reported}
            as="ins"
            reload={async () => (await reload())?.now}
          />
        )}
      </section>
    </div>
  );
}

type WordsProps = {
  version: Version;
  other: Version;
  as: 'del' | 'ins';
  /** Fetches the version with fresh addresses, which expire after an hour. */
  reload: () => Promise<Version | null | undefined>;
};

function Words({ version, other, as, reload }: WordsProps) {
  const pictures = version.pictures.map((url, at) => ({ url, at }));
  const files = version.files.map((name, at) => ({ name, url: version.fileUrls[at], at }));
  const marked = (part: Part) => <Marked text={version[part]} other={other[part]} as={as} />;
  return (
    <>
      <p className="font-semibold [overflow-wrap:anywhere]">{marked('title')}</p>
      <p className="max-h-60 overflow-y-auto whitespace-pre-wrap text-md [overflow-wrap:anywhere]">
        {marked('text')}
      </p>
      {pictures.length > 0 && (
        <p className="flex flex-wrap gap-2 text-ink-2 text-sm">
          {pictures.map(({ url, at }) => (
            <a key={at} href={url} target="_blank" rel="noreferrer" className="underline">
              사진 {at + 1}
            </a>
          ))}
        </p>
      )}
      {files.length > 0 && (
        <ul aria-label="파일" className="text-ink-2 text-sm [overflow-wrap:anywhere]">
          {files.map(({ name, url, at }) => (
            <li key={at}>
              {url ? (
                <FileButton
                  file={{ name, url }}
                  reload={async () => {
                    const fresh = (await reload())?.fileUrls[at];
                    return fresh ? { name, url: fresh } : undefined;
                  }}
                />
              ) : (
                <>
                  <bdi>{name}</bdi> (보관이 끝났습니다)
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type FileButtonProps = {
  file: { name: string; url: string };
  reload: Parameters<typeof useFileSaving>[1];
};

function FileButton({ file, reload }: FileButtonProps) {
  const { isLoading, onSave } = useFileSaving(file, reload);
  return (
    <button
      type="button"
      aria-busy={isLoading || undefined}
      onClick={onSave}
      className="text-left underline max-md:min-h-11"
    >
      <bdi>{file.name}</bdi>
      <span className="sr-only"> 내려받기</span>
    </button>
  );
}

/** The text with what `other` does not have between their common beginning and end. */
function Marked({ text, other, as: Tag }: { text: string; other: string; as: 'del' | 'ins' }) {
  const [words, others] = [wordsOf(text), wordsOf(other)];
  const start = sameAtStart(words, others);
  const end = sameAtStart(words.slice(start).toReversed(), others.slice(start).toReversed());
  const middle = words.slice(start, words.length - end).join('');
  return (
    <bdi>
      {words.slice(0, start).join('')}
      {middle !== '' && (
        <Tag className="rounded-sm bg-gold-weak font-semibold no-underline">{middle}</Tag>
      )}
      {words.slice(words.length - end).join('')}
    </bdi>
  );
}

const wordsOf = (text: string) => text.split(/(\s+)/);

function sameAtStart(words: readonly string[], others: readonly string[]): number {
  const at = words.findIndex((word, index) => word !== others[index]);
  return at === -1 ? words.length : at;
}
