import { FileClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatListDate } from '../../lib/format/dates.ts';
import { Button } from '../../ui/button.tsx';

type DraftBarProps = {
  /** Names it for screen readers. */
  label: string;
  title: string;
  text: ReactNode;
  less?: { label: string; onPress: () => void };
  main: { label: string; onPress: () => void };
};

function Bar({ label, title, text, less, main }: DraftBarProps) {
  return (
    <section
      aria-label={label}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-ctl bg-sea-weak px-4 py-2.5"
    >
      <FileClock size={18} className="shrink-0 text-sea" />
      <p className="min-w-0 flex-1 basis-60 text-md">
        <span className="font-semibold">{title}</span> <span className="text-ink-2">{text}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        {less && (
          <Button size="sm" variant="ghost" onClick={less.onPress}>
            {less.label}
          </Button>
        )}
        <Button size="sm" variant="primary" onClick={main.onPress}>
          {main.label}
        </Button>
      </div>
    </section>
  );
}

/** Offers to restore the draft of an earlier visit. */
export function DraftBar(props: { savedAt: number; onRestore: () => void; onDrop: () => void }) {
  return (
    <Bar
      label="임시 저장된 글"
      title="임시 저장된 글이 있습니다."
      text={`${dateOf(props.savedAt)}에 저장했습니다.`}
      less={{ label: '버리기', onPress: props.onDrop }}
      main={{ label: '이어 쓰기', onPress: props.onRestore }}
    />
  );
}

type OtherBarProps = {
  savedAt: number;
  title: string;
  /** This device has a text too. */
  isChoice: boolean;
  onKeep: () => void;
  onTake: () => void;
};

/** Offers the draft of another device; with a text on this one both are named. */
export function OtherDraftBar({ savedAt, title, isChoice, onKeep, onTake }: OtherBarProps) {
  return (
    <Bar
      label="다른 기기에서 쓰던 글"
      title="다른 기기에서 쓰던 글이 있습니다."
      text={
        <>
          <bdi>{title.trim() || '(제목 없음)'}</bdi>, {dateOf(savedAt)}에 저장했습니다.
          {isChoice && ' 고르기 전에는 어느 글도 지워지지 않습니다.'}
        </>
      }
      less={{ label: isChoice ? '이 기기의 글로 계속' : '버리기', onPress: onKeep }}
      main={{ label: isChoice ? '다른 기기의 글로 바꾸기' : '이어 쓰기', onPress: onTake }}
    />
  );
}

/** Takes back the change to the draft of another device. */
export function ReplacedBar({ onBack }: { onBack: () => void }) {
  return (
    <Bar
      label="바꾸기 전의 글"
      title="다른 기기의 글로 바꿨습니다."
      text="이 기기에서 쓰던 글도 아직 있습니다."
      main={{ label: '이 기기의 글로 되돌리기', onPress: onBack }}
    />
  );
}

function dateOf(instant: number): string {
  return formatListDate(new Date(instant).toISOString());
}
