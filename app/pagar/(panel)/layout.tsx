import { PanelFrame } from '#app/panel/_lib/panel-frame.tsx';

/**
 * People pay within the panel once they are signed in. The sibling folders, with payment links, are
 * open to guests.
 */
export default function PayLayout({ children }: LayoutProps<'/pagar'>) {
  return <PanelFrame>{children}</PanelFrame>;
}
