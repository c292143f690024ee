import type { DraftOffer } from '../lib/typed-draft.ts';

const ACTION = 'font-semibold text-sea hover:underline max-md:min-h-11';

/** Below a field: what was typed before is in it, or can be taken or dropped. */
export function DraftNote({ offer }: { offer: DraftOffer }) {
  return (
    <div role="status" className="mt-1.5 flex flex-wrap items-center gap-x-2 text-ink-3 text-sm">
      {offer.kind === 'outdated' ? (
        <>
          <p className="w-full text-ink-2">
            저장된 내용이 그사이 바뀌었습니다. 쓰던 내용은 넣지 않고 따로 두었습니다.
          </p>
          <p className="my-1 max-h-40 w-full overflow-y-auto whitespace-pre-wrap rounded-ctl bg-deck px-3.5 py-2.5 text-ink [overflow-wrap:anywhere]">
            {offer.text}
          </p>
        </>
      ) : (
        <p>
          {offer.kind === 'restored'
            ? '작성 중이던 내용을 불러왔습니다.'
            : '작성 중이던 내용을 버렸습니다.'}
        </p>
      )}
      {offer.kind !== 'restored' && (
        <button type="button" className={ACTION} onClick={offer.take}>
          {offer.kind === 'outdated' ? '쓰던 내용으로 바꾸기' : '되돌리기'}
        </button>
      )}
      {offer.kind !== 'dropped' && (
        <button type="button" className={ACTION} onClick={offer.drop}>
          버리기
        </button>
      )}
    </div>
  );
}
