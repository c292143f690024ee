import type { ActionTarget } from '@naru/contract/choices';
import type { StaffAction } from '@naru/contract/inquiries';
import type { Role } from '@naru/contract/roles';
import type { Executor } from '../../db/client.ts';
import { staffActions } from '../../db/schema/index.ts';

export interface NewStaffAction {
  targetType: ActionTarget;
  targetId: number;
  action: StaffAction;
  reason: string;
  /** Null: automatically. */
  office: Role | null;
  createdAt: Date;
}

/** Returns the id. */
export async function insertStaffAction(db: Executor, values: NewStaffAction): Promise<number> {
  const [row] = await db.insert(staffActions).values(values).returning({ id: staffActions.id });
  if (row === undefined) throw new Error('the action was not inserted');
  return row.id;
}
