import { fieldId } from '#components/ui/field-id.ts';

/** Problem or explanation of a field's value. `aria-describedby` refers to it. */
export type CheckResult = { problem?: string; words?: string };

export function CheckLine({
  name,
  check: { problem, words },
}: {
  name: string;
  check: CheckResult;
}) {
  const textStyle = problem ? 'font-semibold text-danger' : 'text-sm text-ink-soft';
  return (
    <p id={`${fieldId(name)}-check`} role="status" className={`mt-1 empty:hidden ${textStyle}`}>
      {problem ?? words}
    </p>
  );
}
