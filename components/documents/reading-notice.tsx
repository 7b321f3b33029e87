'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';

const EVERY_MS = 2_000;
const MAX_RELOADS = 30;

/** Shown while a program reads documents. Refreshes the page or, without scripts, offers a link. */
export function ReadingNotice({ href }: { href: string }) {
  const router = useRouter();
  const [reloadCount, setReloadCount] = useState(0);
  useEffect(() => {
    if (reloadCount >= MAX_RELOADS) return;
    const timer = setTimeout(() => {
      router.refresh();
      setReloadCount(reloadCount + 1);
    }, EVERY_MS);
    return () => clearTimeout(timer);
  }, [reloadCount, router]);
  return (
    <p aria-live="polite" className="mb-5">
      Todavía estamos leyendo. <a href={href}>Ver qué leímos</a>
    </p>
  );
}
