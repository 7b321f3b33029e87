import { CopyButton } from '#components/ui/copy-button.tsx';

type Props = {
  id: string;
  label: string;
  /** Tells several fields apart for screen readers. */
  subject?: string;
  /** The text to copy. It may have several lines. */
  value: string;
  /** Null if the field has no button, because another button copies it. */
  verb?: string | null;
};

/** A text that a button copies. Without scripts it can be copied by hand. */
export function CopyField({ id, label, subject, value, verb = 'Copiar' }: Props) {
  const lines = value.split('\n').length;
  const controlStyle = 'control min-w-0 flex-1 basis-64 font-mono text-sm';
  const hiddenText = subject && <span className="sr-only"> {subject}</span>;
  return (
    <>
      <label htmlFor={id} className="mt-3 block font-semibold">
        {label}
        {hiddenText}
      </label>
      <div className="mt-1 flex flex-wrap items-center gap-3">
        {lines > 1 ? (
          <textarea
            id={id}
            readOnly
            rows={Math.min(lines, 6)}
            value={value}
            className={controlStyle}
          />
        ) : (
          <input id={id} readOnly value={value} className={controlStyle} />
        )}
        {verb !== null && (
          <CopyButton fieldId={id} className="btn btn-compact btn-secondary">
            {verb}
            {hiddenText}
          </CopyButton>
        )}
      </div>
    </>
  );
}
