'use client';

import { type ReactNode, use } from 'react';
import { Palette, type PaletteLink } from '#components/admin/commands/palette.tsx';
import { ShortcutList } from '#components/admin/commands/shortcut-list.tsx';
import { usePersistedText } from '#components/admin/commands/use-persisted-text.ts';
import { useShortcuts } from '#components/admin/commands/use-shortcuts.ts';
import {
  type CommandName,
  CommandRegistry,
  Commands,
  useCommands,
} from '#components/ui/commands.tsx';
import { InPlace } from '#components/ui/in-place.tsx';

/** An action of the palette: it runs a command of the page, or opens a link. */
export type PaletteAction = { label: string } & (
  | { command: CommandName; value?: string }
  | { href: string }
);

/** Adds a page's actions to the palette while the page is shown. */
export function PageActions({ actions }: { actions: readonly PaletteAction[] }) {
  const commands = use(Commands);
  useCommands(
    actions.map((act) => {
      if ('href' in act)
        return { ...act, isReady: () => true, run: () => location.assign(act.href) };
      const find = () => commands?.find(act.command);
      return {
        label: act.label,
        isReady: () => Boolean(find()),
        run: () => find()?.run(act.value),
      };
    }),
  );
  return null;
}

/** Wraps the advisors' pages and adds the palette, which Ctrl K opens. */
export function AdminCommands({
  links,
  children,
}: {
  links: readonly PaletteLink[];
  children: ReactNode;
}) {
  return (
    <CommandRegistry>
      <InPlace>
        {children}
        <CommandListeners />
      </InPlace>
      <Palette links={links} />
      <ShortcutList />
    </CommandRegistry>
  );
}

/** Rendered after the page, so that its effects run after the effects of the forms on the page. */
function CommandListeners() {
  usePersistedText();
  useShortcuts();
  return null;
}
