import { withParticles } from '@naru/contract/particles';
import {
  NAME_PLACEHOLDER,
  REPLY_TEMPLATES_MAX,
  type ReplyTemplate,
  type TemplateKind,
} from '@naru/contract/reply-templates';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { alertFailure } from '../../ui/alert-failure.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { toast } from '../../ui/toast.ts';
import { templatesQuery, useRemoveTemplate } from './reply-templates.queries.ts';
import { TemplateForm } from './template-form.tsx';

type Props = { kind: TemplateKind; title: string; onClose: () => void };

/** The texts that staff share: all of them see each change. */
export function TemplatesDialog({ kind, title, onClose }: Props) {
  const found = useQuery(templatesQuery(kind));
  const [edited, setEdited] = useState<ReplyTemplate | 'new' | null>(null);
  const templates = found.data;
  const isFull = templates !== undefined && templates.length >= REPLY_TEMPLATES_MAX;
  return (
    <Dialog open size="lg" title={title} onClose={onClose}>
      {edited !== null ? (
        <TemplateForm
          key={edited === 'new' ? 'new' : edited.id}
          kind={kind}
          template={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      ) : (
        <div className="grid gap-3">
          <p className="text-ink-2 text-md">
            운영진이 함께 씁니다. {NAME_PLACEHOLDER}은 넣을 때 받는 사람의 이름으로 바뀝니다.
          </p>
          {templates ? (
            <List templates={templates} onEdit={setEdited} />
          ) : (
            <LoadState query={found} failed="목록을 불러오지 못했습니다." rows={3} />
          )}
          <Button
            data-autofocus
            icon={<Plus size={16} />}
            disabled={isFull}
            onClick={() => setEdited('new')}
            className="justify-self-start"
          >
            새로 만들기
          </Button>
        </div>
      )}
    </Dialog>
  );
}

type ListProps = {
  templates: readonly ReplyTemplate[];
  onEdit: (template: ReplyTemplate) => void;
};

function List({ templates, onEdit }: ListProps) {
  const { mutateAsync: remove, isPending } = useRemoveTemplate();
  async function ask(template: ReplyTemplate) {
    const question = {
      title: withParticles(`‘${template.title}’을(를) 삭제할까요?`),
      body: '다른 운영진의 목록에서도 사라집니다.',
      confirmLabel: '삭제',
      danger: true,
    };
    if (!(await confirmDialog(question))) return;
    try {
      toast.success((await remove(template)).message);
    } catch (error) {
      await alertFailure('삭제하지 못했습니다.', error);
    }
  }
  if (templates.length === 0) {
    return <p className="rounded-ctl bg-deck px-4 py-5 text-ink-2">아직 없습니다.</p>;
  }
  return (
    <ul className="rounded-ctl border border-line">
      {templates.map((template) => (
        <li
          key={template.id}
          className="flex items-start gap-3 border-line border-t px-4 py-3 first:border-t-0 max-md:flex-wrap"
        >
          <div className="min-w-0 flex-1">
            <p className="font-semibold [overflow-wrap:anywhere]">
              <bdi>{template.title}</bdi>
            </p>
            <p className="line-clamp-2 whitespace-pre-line text-ink-2 text-md [overflow-wrap:anywhere]">
              <bdi>{template.content}</bdi>
            </p>
          </div>
          <div className="flex gap-2">
            <Button
              size="sm"
              aria-label={`${template.title} 수정`}
              onClick={() => onEdit(template)}
            >
              수정
            </Button>
            <Button
              size="sm"
              variant="danger-ghost"
              aria-label={`${template.title} 삭제`}
              disabled={isPending}
              onClick={() => void ask(template)}
            >
              삭제
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
