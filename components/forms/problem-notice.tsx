import type { ReactNode } from 'react';
import { ErrorSummary } from '#components/ui/error-summary.tsx';
import { Notice } from '#components/ui/notice.tsx';

type Props = {
  problem: { code?: string; message: string; fields: Record<string, string> } | null;
  /** Labels of fields, added to messages that do not name their field. */
  labels?: Readonly<Record<string, string>>;
  children?: ReactNode;
};

export function ProblemNotice({ problem, labels = {}, children }: Props) {
  if (!problem) return null;
  const errors = Object.entries(problem.fields);
  if (errors.length > 0) {
    const labelledErrors = errors.map(([field, message]) => {
      const label = labels[field];
      return [field, label ? `${label}: ${message}` : message];
    });
    return (
      <>
        {/* After these codes, fields are wrong only because a typed secret was lost. */}
        {['conflict', 'rate_limited'].includes(problem.code ?? '') && (
          <div className="mb-4">
            <Notice tone="danger">{problem.message}</Notice>
          </div>
        )}
        <ErrorSummary errors={Object.fromEntries(labelledErrors)} />
      </>
    );
  }
  // The person has just confirmed their identity and returned here.
  const isProved = problem.code === 'proof_required';
  return (
    <div className="mb-6" tabIndex={-1} data-focus="">
      <Notice tone={isProved ? 'info' : 'danger'} role="alert">
        <p>{isProved ? 'Confirmaste que eres tú: revisa y envía otra vez.' : problem.message}</p>
        {children}
      </Notice>
    </div>
  );
}
