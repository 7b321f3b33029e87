'use client';

import { type ReactNode, use, useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Commands } from '#components/ui/commands.tsx';
import { InPlaceForm } from '#components/ui/in-place.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useRenderCount } from '#components/ui/render-count.ts';

type Props = {
  children: ReactNode;
  tight?: boolean;
  /** The form that restores the former values, or null if they are unknown. */
  undo?: { action: string; fields: Record<string, string>; label?: string } | null;
  next?: string | undefined;
};

/**
 * Shows the result of the last act. On advisors' pages it also has an undo and a link to the next
 * lead, and the focus goes to the row of the act or else to the notice.
 */
export function DoneNotice({ children, tight, undo, next }: Props) {
  const commands = use(Commands);
  const renderCount = useRenderCount();
  const box = useRef<HTMLDivElement>(null);
  const [isSilent, setSilent] = useState(false);
  useEffect(() => {
    if (!commands || !box.current) return;
    // Screen readers announce only changes, so the text is hidden and shown again.
    setSilent(true);
    const timer = setTimeout(() => setSilent(false), 100);
    if (renderCount > 0 || document.activeElement === document.body) {
      const returnToRow = commands.find('returnToRow');
      if (returnToRow) returnToRow.run();
      else {
        box.current.focus({ preventScroll: true });
        box.current.scrollIntoView({ block: 'nearest' });
      }
    }
    return () => clearTimeout(timer);
  }, [commands, renderCount]);
  if (!children) return null;
  const message = <p>{!isSilent && children}</p>;
  return (
    <div ref={box} className={tight ? 'mb-5' : 'mb-6'} tabIndex={-1}>
      <Notice tone="success" role="status">
        {undo === undefined ? (
          message
        ) : (
          <InPlaceForm
            action={undo?.action}
            className="flex flex-wrap items-center gap-x-4 gap-y-2"
          >
            {message}
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
