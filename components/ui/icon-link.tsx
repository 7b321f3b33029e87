import { buttonClass } from '#components/ui/button-class.ts';
import { Icon, type IconName } from '#components/ui/icon.tsx';
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx';

type Props = {
  href: string;
  icon: IconName;
  /** Name of the link, read by screen readers and shown as a tooltip. */
  children: string;
};

/** Square link with nothing but an icon, for places where its purpose is clear. */
export function IconLink({ href, icon, children }: Props) {
  return (
    <a
      href={href}
      title={children}
      className={`${buttonClass({ variant: 'secondary', compact: true })} btn-square`}
    >
      <Icon name={icon} />
      <VisuallyHidden>{children}</VisuallyHidden>
    </a>
  );
}
