import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { SiteShell } from '#components/site/site-shell.tsx';
import { BackLink } from '#components/ui/back-link.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Container } from '#components/ui/container.tsx';
import { CopyField } from '#components/ui/copy-field.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { DoneNotice } from '#components/ui/done-notice.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { FileField } from '#components/ui/file-field.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { RadioGroup } from '#components/ui/radio-group.tsx';
import { Section } from '#components/ui/section.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { StatusCard } from '#components/ui/status-card.tsx';
import { StepProgress } from '#components/ui/step-progress.tsx';
import { SummaryList } from '#components/ui/summary-list.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { UnbrokenText } from '#components/ui/unbroken-text.tsx';
import { isOnThisMachine } from '#lib/http/site/mailbox.ts';

export const metadata: Metadata = { title: 'Componentes', robots: { index: false } };

/** Shows the shared components of docs/look.md to developers, on their own machine only. */
export default async function ComponentsPage() {
  if (!isOnThisMachine(await headers())) notFound();
  return (
    <SiteShell quiet>
      <Container>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-16 gap-y-8 pt-4 pb-16 sm:pt-8 lg:grid-cols-[minmax(0,46rem)_minmax(0,1fr)]">
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8">
            <StatusCard
              tone="info"
              caption="Una por página: cómo va y qué sigue"
              title="Falta pagar $ 4.000.000"
              stub={<p className="text-xl font-bold whitespace-nowrap">N.º 12</p>}
            >
              <p className="mt-4 text-3xl font-bold whitespace-nowrap">$ 4.000.000</p>
              <div className="mt-6 flex flex-wrap gap-4">
                <LinkButton href="#botones">Pagar $ 4.000.000</LinkButton>
              </div>
            </StatusCard>
            <Section title="Texto">
              {steps.map(({ className, size }) => (
                <p key={className} className={className}>
                  <UnbrokenText text={`${size} px: $ 4.000.000`} />
                </p>
              ))}
            </Section>
            <Section id="botones" title="Botones">
              <div className="flex flex-wrap gap-4">
                {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
                  <Button key={variant} variant={variant}>
                    {variant}
                  </Button>
                ))}
                <Button compact>compact</Button>
              </div>
            </Section>
            <Section title="Campos">
              <div className="grid max-w-form gap-6">
                <TextField name="nombre" label="Nombre" hint="Como en tu cédula." />
                <TextField name="monto" label="Monto" prefix="$" error="Escribe un monto." />
                <DateField name="fecha" label="Fecha" optional />
                <SelectField name="tipo" label="Tipo" options={options} placeholder="Elige" />
                <TextArea name="texto" label="Mensaje" rows={2} />
                <RadioGroup name="opcion" legend="Opción" options={options} />
                <Checkbox name="acepto" value="si" label="Acepto" />
                <FileField name="archivo" label="Documento" maxUploadMb={10} />
                <div>
                  <CopyField id="enlace" label="Enlace" value="https://resguardo.cl/v/PZ-3052" />
                </div>
              </div>
            </Section>
            <Section title="Filas" aside={<Tag tone="success">2 de 2</Tag>}>
              <SummaryList rows={rows} />
            </Section>
          </div>
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8">
            <Section title="Avisos">
              <div className="grid gap-4">
                {tones.map((tone) => (
                  <Notice key={tone} tone={tone} title={tone}>
                    <p>Qué pasó y qué hacer.</p>
                  </Notice>
                ))}
                <DoneNotice tight>Guardado.</DoneNotice>
              </div>
            </Section>
            <Section title="Etiquetas">
              <p className="flex flex-wrap gap-2">
                {(['neutral', ...tones] as const).map((tone) => (
                  <Tag key={tone} tone={tone}>
                    {tone}
                  </Tag>
                ))}
              </p>
            </Section>
            <Section title="Dónde estás">
              <StepProgress current={3} total={9} back={<BackLink href="#botones" />} />
              <Tabs label="Partes" tabs={tabs} current="#botones" />
            </Section>
            <Section title="Vacío">
              <EmptyState art="folder">Todavía no hay documentos.</EmptyState>
            </Section>
            <Card title="Caja">
              <p>Solo para elementos de una cuadrícula.</p>
            </Card>
          </div>
        </div>
      </Container>
    </SiteShell>
  );
}

const steps = [
  { className: 'text-3xl font-bold', size: '56' },
  { className: 'text-2xl font-bold', size: '40' },
  { className: 'text-xl font-bold', size: '28' },
  { className: 'text-lg font-bold', size: '21' },
  { className: 'text-base', size: '17' },
  { className: 'text-sm', size: '15' },
];
const tones = ['info', 'success', 'warning', 'danger'] as const;
const options = [
  { value: 'a', label: 'Seriedad de la oferta' },
  { value: 'b', label: 'Fiel cumplimiento' },
];
const tabs = [
  { href: '#botones', label: 'Botones' },
  { href: '#contenido', label: 'Arriba' },
];
const rows = [
  { label: 'Monto', value: '$ 4.000.000', changeHref: '#botones' },
  { label: 'RUT', value: '76.123.456-0', changeHref: '#botones' },
  { label: 'Teléfono', value: '+56 9 1234 5678', changeHref: '#botones' },
  { label: 'Póliza', value: 'PZ-3052, hasta el 28-11-2026', changeHref: '#botones' },
];
