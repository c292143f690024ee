import { FileClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatListDate } from '../../lib/format/dates.ts';
import { Button } from '../../ui/button.tsx';
import type { DraftContent } from './use-draft.ts';
import type { WritingDraft } from './use-writing-draft.ts';

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
function DraftBar(props: { savedAt: number; onRestore: () => void; onDrop: () => void }) {
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
function OtherDraftBar({ savedAt, title, isChoice, onKeep, onTake }: OtherBarProps) {
  return (
    <Bar
      label="다른 기기에서 쓰던 글"
      title="다른 기기에서 쓰던 글이 있습니다."
      text={
        <>
          <bdi>{title.trim() || '(제목 없음)'}</bdi>, {dateOf(savedAt)}에 저장했습니다.
          {isChoice && ' 고르기 전에는 두 글 모두 남아 있습니다.'}
        </>
      }
      less={{ label: isChoice ? '이 기기의 글로 계속' : '버리기', onPress: onKeep }}
      main={{ label: isChoice ? '다른 기기의 글로 바꾸기' : '이어 쓰기', onPress: onTake }}
    />
  );
}

/** Takes back the change to the draft of another device. */
function ReplacedBar({ onBack }: { onBack: () => void }) {
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

type DraftOffersProps = { draft: WritingDraft; onRestore: (content: DraftContent) => void };

/** The draft of this device, which the form knows from its first moment. */
export function OwnOffer({ draft, onRestore }: DraftOffersProps) {
  const { found, other } = draft;
  if (found === null) return null;
  return (
    // Keeps its place while the other bar asks about both texts.
    <div className={other === null ? undefined : 'invisible'}>
      <DraftBar
        savedAt={found.savedAt}
        onRestore={() => onRestore(found.content)}
        onDrop={draft.discard}
      />
    </div>
  );
}

/**
 * The draft of another device, or the way back from it. It comes when the server has responded, so it
 * stands below the form and at the bottom of the screen, where it moves nothing.
 */
export function OtherOffer({ draft, onRestore }: DraftOffersProps) {
  const { found, other, replaced } = draft;
  const show = (content: DraftContent | null) => content && onRestore(content);
  return (
    <div
      aria-live="polite"
      className="sticky bottom-[calc(0.75rem+env(safe-area-inset-bottom))] z-10 rounded-ctl shadow-pop empty:hidden"
    >
      {other ? (
        <OtherDraftBar
          savedAt={other.savedAt}
          title={other.content.title}
          isChoice={draft.hasOwn()}
          onTake={() => show(draft.takeOther())}
          onKeep={() => {
            if (!draft.hasOwn()) return draft.discard();
            const own = draft.keepOwn();
            if (found) show(own);
          }}
        />
      ) : (
        replaced && <ReplacedBar onBack={() => show(draft.takeBack())} />
      )}
    </div>
  );
}

/** When and where the text was stored. */
export function DraftState({ draft }: { draft: WritingDraft }) {
  const { savedAt, staysHere, isOnAccount, refusal } = draft;
  const where = staysHere || refusal ? '이 기기에만 ' : isOnAccount ? '계정에 ' : '';
  return (
    <p className="mr-auto min-w-0 text-ink-3 text-sm" aria-live="polite">
      {refusal && <span className="mr-2 text-buoy">{refusal}</span>}
      {savedAt !== null && `${clockOf(savedAt)} ${where}임시 저장됨`}
    </p>
  );
}

function clockOf(instant: number): string {
  return formatListDate(new Date(instant).toISOString()).slice(-5);
}
