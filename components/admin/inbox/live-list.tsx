'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { useLooks } from '#components/admin/desk/use-looks.ts';

/** Reloads the inbox when its `version` changes. Typed text, choices and scroll position stay. */
export function LiveList({ version }: { version: string }) {
  const { refresh } = useRouter();
  const known = useRef(version);
  const [hasChanged, setChanged] = useState(false);
  useEffect(() => {
    known.current = version;
  }, [version]);
  useLooks(
    () => `/api/admin/changes?version=${known.current}`,
    (data?: { version: string }) => {
      if (!data || data.version === known.current) return;
      known.current = data.version;
      setChanged(true);
      refresh();
    },
  );
  return (
    <p role="status" data-version={version} className="sr-only empty:hidden">
      {hasChanged && 'La bandeja cambió mientras la miras.'}
    </p>
  );
}
