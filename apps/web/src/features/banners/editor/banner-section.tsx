import type { BannerType } from '@naru/contract/banners';
import { CircleHelp, Images, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { BannerCard } from './banner-card.tsx';
import { BANNER_LIMITS } from './banner-draft.ts';
import { BannerOrder, moveAnnouncement } from './banner-order.tsx';
import { EDITOR_TEXTS } from './editor.texts.ts';
import type { BannerEditor } from './use-banner-editor.ts';

/** Longer lists have two columns. */
const ONE_COLUMN_MAX = 3;

export function BannerSection({ type, editor }: { type: BannerType; editor: BannerEditor }) {
  const texts = EDITOR_TEXTS[type];
  const list = editor.draft[type];
  const limit = BANNER_LIMITS[type];
  const isFull = list.length >= limit;
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const moveTo = (from: number, to: number, control: HTMLElement) => {
    if (to < 0 || to >= list.length || to === from) return;
    editor.move(type, from, to);
    setAnnouncement(moveAnnouncement(texts.name, from, to));
    // Moving the card in the DOM drops the focus.
    control.focus();
  };
  return (
    <section aria-label={texts.name} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h2 className="font-bold text-lg">{texts.name}</h2>
        <span className="text-ink-3 text-sm tabular-nums">
          {list.length}/{limit}
        </span>
        <IconButton label={`${texts.name} ${EDITOR_TEXTS.help}`} onClick={() => setHelpOpen(true)}>
          <CircleHelp size={18} />
        </IconButton>
        <p className="text-ink-3 text-sm">{isFull ? texts.full : texts.hint}</p>
        <Button
          size="sm"
          className="ml-auto"
          icon={<Plus size={16} />}
          disabled={isFull}
          onClick={() => editor.add(type)}
        >
          {texts.name} 추가
        </Button>
      </div>
      {list.length === 0 ? (
        <Card>
          <EmptyState
            icon={<Images size={22} />}
            title={texts.empty}
            text={texts.emptyHint}
            className="py-8!"
          />
        </Card>
      ) : (
        <BannerOrder
          name={texts.name}
          keys={list.map(({ key }) => key)}
          onMove={(from, to) => editor.move(type, from, to)}
        >
          <div className={cx('grid gap-3', list.length > ONE_COLUMN_MAX && 'lg:grid-cols-2')}>
            {list.map((banner, index) => (
              <BannerCard
                key={banner.key}
                type={type}
                banner={banner}
                index={index}
                count={list.length}
                isWide={list.length <= ONE_COLUMN_MAX}
                editor={editor}
                moveTo={moveTo}
              />
            ))}
          </div>
        </BannerOrder>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <Dialog
        open={isHelpOpen}
        onClose={() => setHelpOpen(false)}
        title={`${texts.name} ${EDITOR_TEXTS.help}`}
      >
        <ul className="grid list-disc gap-2 pl-5 text-ink-2">
          {texts.help.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Dialog>
    </section>
  );
}
