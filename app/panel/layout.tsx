import { PanelFrame } from '#app/panel/_lib/panel-frame.tsx';

export default function PanelLayout({ children }: LayoutProps<'/panel'>) {
  return <PanelFrame>{children}</PanelFrame>;
}
