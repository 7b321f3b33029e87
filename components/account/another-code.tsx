'use client';

import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';

/**
 * A button that is disabled for `waitSeconds` seconds. Without scripts the server refuses earlier
 * presses.
 */
export function AnotherCode({ waitSeconds, action }: { waitSeconds: number; action: string }) {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  useEffect(() => {
    const until = Date.now() + waitSeconds * 1000;
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setSecondsLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 250);
    tick();
    return () => clearInterval(timer);
  }, [waitSeconds]);
  const isOver = secondsLeft === 0;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1">
      <Button
        variant="secondary"
        compact
        formAction={action}
        disabled={secondsLeft !== null && !isOver}
      >
        Enviarme otro código
      </Button>
      {waitSeconds > 0 && (
        <p role={isOver ? 'status' : undefined} className="text-sm text-ink-soft tabular-nums">
          {isOver
            ? 'Ya puedes pedir otro código.'
            : `Podrás pedir otro en ${secondsLeft ?? waitSeconds} s.`}
        </p>
      )}
    </div>
  );
}
