'use client';

import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { Palette, type PaletteLink } from '#components/admin/desk/palette.tsx';
import type { PaletteAction } from '#components/admin/desk/palette-acts.ts';
import { ShortcutList } from '#components/admin/desk/shortcut-list.tsx';
import { usePersistedText } from '#components/admin/desk/use-persisted-text.ts';
import { useReturnToRow } from '#components/admin/desk/use-return-to-row.ts';
import { useShortcuts } from '#components/admin/desk/use-shortcuts.ts';
import { InPlace } from '#components/ui/in-place.tsx';

const OfferActs = createContext<(acts: readonly PaletteAction[]) => void>(() => {});

/** Adds a page's actions to the palette while the page is shown. */
export function PageActs({ acts }: { acts: readonly PaletteAction[] }) {
  const offer = use(OfferActs);
  useEffect(() => {
    offer(acts);
    return () => offer([]);
  }, [offer, acts]);
  return null;
}

/** Wraps the advisors' pages and adds the palette, which Ctrl K opens. */
export function Desk({ links, children }: { links: readonly PaletteLink[]; children: ReactNode }) {
  const [acts, offer] = useState<readonly PaletteAction[]>([]);
  return (
    <OfferActs value={offer}>
      <InPlace>
        {children}
        <DeskListeners />
      </InPlace>
      <Palette {...{ acts, links }} />
      <ShortcutList />
    </OfferActs>
  );
}

/** Rendered after the page, so that its effects run after the effects of the forms on the page. */
function DeskListeners() {
  usePersistedText();
  useShortcuts();
  useReturnToRow();
  return null;
}
