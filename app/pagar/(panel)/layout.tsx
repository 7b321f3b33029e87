import { PanelFrame } from '#app/panel/_components/panel-frame.tsx';

/**
 * People who are logged in pay within the panel. The sibling folders, which have the payment links,
 * are open to guests.
 */
export default function PayLayout({ children }: LayoutProps<'/pagar'>) {
  return <PanelFrame>{children}</PanelFrame>;
}
