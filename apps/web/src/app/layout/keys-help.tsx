import { enablePageKeys, isShowingKeys, pageKeysEnabled } from '../../lib/page-keys.ts';
import { useStore } from '../../lib/store.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';

const KEYS: readonly { keys: readonly string[]; what: string }[] = [
  { keys: ['j'], what: '다음 글이나 댓글' },
  { keys: ['k'], what: '이전 글이나 댓글' },
  { keys: ['Enter'], what: '선택한 글 열기' },
  { keys: ['n'], what: '글이나 댓글 쓰기' },
  { keys: ['/', 'Ctrl K'], what: '검색' },
  { keys: ['Alt T'], what: '화면 아래 알림으로 이동' },
  { keys: ['↑', '↓', 'Home', 'End'], what: '메뉴에서 이동' },
  { keys: ['Esc'], what: '메뉴와 창 닫기' },
  { keys: ['?'], what: '이 도움말' },
];

/** All keys, and the switch that turns those of one letter off. */
export function KeysHelp() {
  const isOn = useStore(pageKeysEnabled);
  return (
    <Dialog open onClose={() => isShowingKeys.set(false)} title="키보드 단축키" size="sm">
      <dl className="grid">
        {KEYS.map(({ keys, what }) => (
          <div
            key={what}
            className="flex min-h-11 items-center justify-between gap-4 border-line border-b py-1.5"
          >
            <dt className="text-md">{what}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded-md border border-line-strong bg-deck px-1.5 py-0.5 text-center font-sans font-semibold text-ink-2 text-sm"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 mb-2 text-ink-3 text-sm">
        한글 입력 상태에서도 같은 자리의 키가 작동하고, 글을 쓰는 동안에는 작동하지 않습니다.
      </p>
      <Checkbox
        label="한 글자 단축키 사용"
        checked={isOn}
        onChange={({ target }) => enablePageKeys(target.checked)}
      />
    </Dialog>
  );
}
