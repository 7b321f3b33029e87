import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';

/** `viewPath` names the draft, and `id` its file: the id of an upload or its URL. */
type Props = { viewPath: string; id: string; name: string; isButton?: boolean };

/** Opens a file of the draft in a tab of its own, so that the page keeps what was typed. */
export function ViewFile({ viewPath, id, name, isButton }: Props) {
  return (
    <a
      href={`${viewPath}&archivo=${encodeURIComponent(id)}`}
      target="_blank"
      rel="noreferrer"
      className={isButton ? 'btn btn-quiet btn-compact' : 'inline-block py-2.5'}
    >
      Ver<VisuallyHidden> {name}</VisuallyHidden>
    </a>
  );
}
