import { Button } from './button.tsx';

type DialogButtonsProps = {
  confirmLabel: string;
  onConfirm?: () => void;
  /** Id of the form that the action submits, instead of `onConfirm`. */
  form?: string;
  onCancel: () => void;
  pending: boolean;
  danger?: boolean | undefined;
  disabled?: boolean;
};

/** Footer of a dialog with one action: 취소 and the action. */
export function DialogButtons(props: DialogButtonsProps) {
  const { confirmLabel, onConfirm, form, onCancel, pending, danger, disabled } = props;
  return (
    <>
      <Button disabled={pending} onClick={onCancel}>
        취소
      </Button>
      <Button
        type={form ? 'submit' : 'button'}
        form={form}
        variant={danger ? 'danger' : 'primary'}
        pending={pending}
        disabled={disabled}
        onClick={onConfirm}
      >
        {confirmLabel}
      </Button>
    </>
  );
}
