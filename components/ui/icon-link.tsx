import { buttonClass } from '#components/ui/button-class.ts';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';

type Props = {
  href: string;
  icon: IconName;
  /** The link's name for screen readers, also shown as a tooltip. */
  children: string;
  rel?: 'prev' | 'next' | undefined;
};

/** A square link with only an icon, where its purpose is clear. */
export function IconLink({ href, icon, children, rel }: Props) {
  return (
    <a
      href={href}
      title={children}
      rel={rel}
      className={`${buttonClass({ variant: 'secondary', compact: true })} btn-square`}
    >
      <Icon name={icon} />
      <VisuallyHidden>{children}</VisuallyHidden>
    </a>
  );
}
