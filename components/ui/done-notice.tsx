import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { InPlaceForm } from '#components/ui/in-place.tsx';
import { Notice } from '#components/ui/notice.tsx';

type Props = {
  children: ReactNode;
  tight?: boolean;
  /** The form that restores the former values, or null if they are unknown. */
  undo?: { action: string; fields: Record<string, string>; label?: string } | null;
  next?: string | undefined;
};

/**
 * Shows the result of the last act. On advisors' pages it also has an undo and a link to the next
 * lead.
 */
export function DoneNotice({ children, tight, undo, next }: Props) {
  if (!children) return null;
  return (
    <div className={tight ? 'mb-5' : 'mb-6'} data-done="" tabIndex={-1}>
      <Notice tone="success" role="status">
        {undo === undefined ? (
          <p>{children}</p>
        ) : (
          <InPlaceForm
            action={undo?.action}
            className="flex flex-wrap items-center gap-x-4 gap-y-2"
          >
            <p>{children}</p>
            {undo && (
              <>
                {Object.entries(undo.fields).map(([name, value]) => (
                  <input key={name} type="hidden" name={name} value={value} />
                ))}
                <Button variant="secondary" compact>
                  {undo.label ?? 'Deshacer'}
                </Button>
              </>
            )}
            {next && (
              <a href={next} className="py-1.5">
                Ver la siguiente
              </a>
            )}
          </InPlaceForm>
        )}
      </Notice>
    </div>
  );
}
