import { use, useEffect } from 'react';
import { type CommandName, Commands } from '#components/ui/commands.tsx';

/** Runs a key's first command that is ready. Ctrl Enter sends the form of the focused field. */
export function useShortcuts(): void {
  const commands = use(Commands);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, repeat } = event;
      const hasCtrlOrMeta = ctrlKey || metaKey;
      const opensPalette = hasCtrlOrMeta && key.toLowerCase() === 'k';
      if (hasCtrlOrMeta && key === 'Enter' && target instanceof Element) sendFrom(target);
      if (altKey || event.isComposing || (hasCtrlOrMeta && !opensPalette)) return;
      // A field in the closed palette may still have the focus.
      const field = target instanceof Element && target.closest(typingSelector);
      if (!opensPalette && field && field.checkVisibility()) return;
      if (repeat && !/^[jk]$/.test(key)) return;
      const names = opensPalette ? (['palette'] as const) : commandsByKey.get(key);
      const command = names?.map((name) => commands?.find(name)).find(Boolean);
      if (command) command.run();
      else if (key === '/') location.assign('/admin#q');
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [commands]);
}

const commandsByKey = new Map<string, readonly CommandName[]>([
  ['j', ['nextRow', 'next']],
  ['k', ['previousRow', 'previous']],
  ['x', ['choose']],
  ['e', ['handle', 'next']],
  ['a', ['assign']],
  ['r', ['reply']],
  ['n', ['note']],
  ['s', ['state']],
  ['d', ['documents']],
  ['c', ['conditions']],
  ['l', ['call']],
  ['/', ['search']],
  ['?', ['shortcuts']],
]);

const sendableSelector = 'textarea, select, form[method=post]:not(#ids) input';
const typingSelector =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** Sends a field's form by the button in its fieldset, or else by the first button. */
function sendFrom(field: Element): void {
  if (!field.matches(sendableSelector)) return;
  const button = field.closest('fieldset')?.querySelector<HTMLButtonElement>('[type=submit]');
  field.closest('form')?.requestSubmit(button);
}
