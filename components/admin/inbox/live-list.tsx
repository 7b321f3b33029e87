'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { usePolling } from '#components/admin/commands/use-polling.ts';

/** Reloads the inbox when its `version` changes. Typed text, choices and scroll position stay. */
export function LiveList({ version }: { version: string }) {
  const { refresh } = useRouter();
  const knownVersion = useRef(version);
  const [hasChanged, setChanged] = useState(false);
  useEffect(() => {
    knownVersion.current = version;
  }, [version]);
  usePolling(
    () => `/api/admin/changes?version=${knownVersion.current}`,
    (data?: { version: string }) => {
      if (!data || data.version === knownVersion.current) return;
      knownVersion.current = data.version;
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
