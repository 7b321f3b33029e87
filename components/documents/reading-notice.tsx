'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';

const EVERY_MS = 2_000;
const MAX_RELOADS = 30;

/** Shown while a program reads documents. Refreshes the page or, without scripts, offers a link. */
export function ReadingNotice({ href }: { href: string }) {
  const router = useRouter();
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    if (looks >= MAX_RELOADS) return;
    const next = setTimeout(() => {
      router.refresh();
      setLooks(looks + 1);
    }, EVERY_MS);
    return () => clearTimeout(next);
  }, [looks, router]);
  return (
    <p aria-live="polite" className="mb-5">
      Todavía estamos leyendo. <a href={href}>Ver qué leímos</a>
    </p>
  );
}
