import { Tabs } from '#components/ui/tabs.tsx';

export function VaultTabs({ current }: { current: (typeof tabs)[number]['href'] }) {
  return <Tabs label="Documentos" {...{ tabs, current }} />;
}

const tabs = [
  { href: '/panel/documentos', label: 'Carpeta' },
  { href: '/panel/documentos/enlaces', label: 'Enlaces' },
  { href: '/panel/documentos/avisos', label: 'Avisos' },
] as const;
