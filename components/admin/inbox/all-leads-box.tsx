'use client';

import { useTickAll } from '#components/ui/use-tick-all.ts';

/** Chooses every row of the list. Hidden without scripts. */
export function AllLeadsBox({ names }: { names: readonly string[] }) {
  return (
    <input
      ref={useTickAll(names)}
      type="checkbox"
      aria-label="Elegir todas"
      className="ml-1 hidden size-4.5 accent-brand lg:in-data-enhanced:block"
    />
  );
}
