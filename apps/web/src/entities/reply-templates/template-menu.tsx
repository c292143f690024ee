import { NAME_PLACEHOLDER, type TemplateKind } from '@naru/contract/reply-templates';
import { useQuery } from '@tanstack/react-query';
import { MessageSquareText } from 'lucide-react';
import { useRef, useState } from 'react';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { insertText } from './insert-text.ts';
import { templatesQuery } from './reply-templates.queries.ts';
import { TemplatesDialog } from './templates-dialog.tsx';

const TEMPLATE_NAMES: Record<TemplateKind, string> = {
  ANSWER: '자주 쓰는 답변',
  REASON: '자주 쓰는 사유',
};

type Props = {
  kind: TemplateKind;
  /** Who reads the text, in place of {이름}. */
  name: string;
};

/** Puts a template into the text area of its form or dialog. */
export function TemplateMenu({ kind, name }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { data: templates, isError, refetch } = useQuery(templatesQuery(kind));
  const [isManaged, setManaged] = useState(false);
  const insert = (content: string) => {
    const area = box.current?.closest('form, [role="dialog"]')?.querySelector('textarea');
    if (area) insertText(area, content.replaceAll(NAME_PLACEHOLDER, name));
  };
  const manage = () => setManaged(true);
  const items: (MenuItem | 'line')[] = templates
    ? [
        ...templates.map(({ id, title, content }) => ({
          id,
          label: title,
          onSelect: () => insert(content),
        })),
        ...(templates.length > 0 ? (['line'] as const) : []),
        { label: templates.length > 0 ? '관리' : '새로 만들기', onSelect: manage },
      ]
    : [
        isError
          ? { label: '목록을 불러오지 못했습니다. 다시 불러오기', onSelect: () => void refetch() }
          : { label: '불러오는 중입니다.', disabled: true, onSelect: () => undefined },
      ];
  return (
    <div ref={box}>
      <Menu
        label={TEMPLATE_NAMES[kind]}
        items={items}
        trigger={
          <>
            <MessageSquareText size={16} className="shrink-0" />
            {TEMPLATE_NAMES[kind]}
          </>
        }
        triggerClassName="inline-flex min-h-8 items-center gap-1.5 rounded-ctl border border-line px-2.5 font-semibold text-ink-2 text-sm hover:bg-hover max-md:min-h-11"
      />
      {isManaged && (
        <TemplatesDialog
          kind={kind}
          title={TEMPLATE_NAMES[kind]}
          onClose={() => setManaged(false)}
        />
      )}
    </div>
  );
}
