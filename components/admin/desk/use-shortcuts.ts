import { use, useEffect } from 'react';
import { type CommandName, Commands } from '#components/ui/commands.tsx';

/** Runs the first command of a key that is ready. Ctrl Enter sends the form of the focused field. */
export function useShortcuts(): void {
  const commands = use(Commands);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, repeat } = event;
      const hasCommand = ctrlKey || metaKey;
      const isGo = hasCommand && key.toLowerCase() === 'k';
      if (hasCommand && key === 'Enter' && target instanceof Element) sendFrom(target);
      if (altKey || event.isComposing || (hasCommand && !isGo)) return;
      // A field in the closed palette may still have the focus.
      const field = target instanceof Element && target.closest(typed);
      if (!isGo && field && field.checkVisibility()) return;
      if (repeat && !/^[jk]$/.test(key)) return;
      const names = isGo ? (['palette'] as const) : namesOf.get(key);
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

const namesOf = new Map<string, readonly CommandName[]>([
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

const sentFields = 'textarea, select, form[method=post]:not(#ids) input';
const typed = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** Sends the form of a field by the button of its fieldset, or else by its first button. */
function sendFrom(field: Element): void {
  if (!field.matches(sentFields)) return;
  const button = field.closest('fieldset')?.querySelector<HTMLButtonElement>('[type=submit]');
  field.closest('form')?.requestSubmit(button);
}
