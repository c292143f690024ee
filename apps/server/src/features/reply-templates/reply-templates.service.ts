import {
  REPLY_TEMPLATES_MAX,
  type ReplyTemplate,
  type TemplateKind,
} from '@naru/contract/reply-templates';
import { hasRole } from '@naru/contract/roles';
import type { Tx } from '../../db/client.ts';
import { requireVersion, versionOf } from '../../domain/edits/versions.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError, found } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import {
  countTemplates,
  deleteTemplate,
  findTemplate,
  insertTemplate,
  listTemplates,
  lockTemplates,
  type TemplateRow,
  updateTemplate,
} from './reply-templates.repo.ts';

const FULL = `${REPLY_TEMPLATES_MAX}개까지 만들 수 있습니다. 쓰지 않는 글을 삭제해 주세요.`;

interface Input {
  kind: TemplateKind;
  title: string;
  content: string;
}

export type ReplyTemplatesService = ReturnType<typeof createReplyTemplatesService>;

/** Texts that staff share: ADMIN answers inquiries, MANAGER too decides about reported content. */
export function createReplyTemplatesService({
  db,
  clock,
  audit,
}: Pick<Tools, 'db' | 'clock' | 'audit'>) {
  return {
    async list({ roles }: Actor): Promise<ReplyTemplate[]> {
      const kinds: TemplateKind[] = hasRole(roles, 'ADMIN') ? ['ANSWER', 'REASON'] : ['REASON'];
      return (await listTemplates(db, kinds)).map(present);
    },

    /** Throws VALIDATION_FAILED when there are too many, and PERMISSION_DENIED for an answer of others than ADMIN. */
    async create(actor: Actor, input: Input): Promise<ReplyTemplate> {
      requireKind(actor, input.kind);
      return db.transaction(async (tx) => {
        await lockTemplates(tx);
        if ((await countTemplates(tx, input.kind)) >= REPLY_TEMPLATES_MAX) {
          throw new AppError('VALIDATION_FAILED', { message: FULL });
        }
        const row = await insertTemplate(tx, { ...input, createdAt: clock.now() });
        const saved = found(row, 'NOT_FOUND');
        await record(tx, actor, 'reply-template.create', saved);
        return present(saved);
      });
    },

    /**
     * Throws NOT_FOUND, also for one of another kind or that the actor may not use, and
     * EDIT_CONFLICT when it is no longer the one of `version`.
     */
    async update(
      actor: Actor,
      id: number,
      { kind, version, ...values }: Input & { version?: string | undefined },
    ): Promise<ReplyTemplate> {
      return db.transaction(async (tx) => {
        const row = await open(tx, actor, id, version);
        if (row.kind !== kind) throw new AppError('NOT_FOUND');
        if (versionOf(wordsOf(row)) === versionOf(wordsOf(values))) return present(row);
        const saved = found(await updateTemplate(tx, id, values), 'NOT_FOUND');
        const detail = { title: saved.title, before: wordsOf(row), after: wordsOf(saved) };
        await audit.record(tx, actor, { action: 'reply-template.update', targetId: id, detail });
        return present(saved);
      });
    },

    /** Throws as `update`. */
    async remove(actor: Actor, id: number, version?: string): Promise<void> {
      await db.transaction(async (tx) => {
        const row = await open(tx, actor, id, version);
        await deleteTemplate(tx, id);
        await record(tx, actor, 'reply-template.delete', row);
      });
    },
  };

  async function open(tx: Tx, actor: Actor, id: number, version: string | undefined) {
    await lockTemplates(tx);
    const row = found(await findTemplate(tx, id), 'NOT_FOUND');
    if (!mayUse(actor, row.kind)) throw new AppError('NOT_FOUND');
    requireVersion(version, wordsOf(row));
    return row;
  }

  function record(
    tx: Tx,
    actor: Actor,
    action: 'reply-template.create' | 'reply-template.delete',
    { id, title, content }: TemplateRow,
  ) {
    return audit.record(tx, actor, { action, targetId: id, detail: { title, content } });
  }
}

const mayUse = ({ roles }: Actor, kind: TemplateKind) =>
  kind === 'REASON' || hasRole(roles, 'ADMIN');

function requireKind(actor: Actor, kind: TemplateKind): void {
  if (!mayUse(actor, kind)) throw new AppError('PERMISSION_DENIED');
}

const wordsOf = ({ title, content }: { title: string; content: string }) => ({ title, content });

function present(row: TemplateRow): ReplyTemplate {
  return { ...row, version: versionOf(wordsOf(row)) };
}
