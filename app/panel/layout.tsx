import { PanelFrame } from '#app/panel/_components/panel-frame.tsx';

export default function PanelLayout({ children }: LayoutProps<'/panel'>) {
  return <PanelFrame>{children}</PanelFrame>;
}
