'use client';

import { useEffect } from 'react';

type Part = (props: object) => unknown;
type System = {
  React: {
    createElement: (type: unknown, props: object | null, ...children: unknown[]) => unknown;
  };
};
type ViewerSystem = {
  getComponent: (name: string, isContainer?: boolean) => Part;
  specSelectors: {
    info: () => { get: (name: string) => string };
    loadingStatus: () => string;
  };
};
declare const SwaggerUIBundle: (settings: object) => void;

/** Loads Swagger UI from `script`, which contains a React of its own. */
export function ApiViewer({ script }: { script: string }) {
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
    dark.addEventListener('change', paint);
    paint();
    const program = document.createElement('script');
    program.src = script;
    program.onload = drawApiViewer;
    document.head.append(program);
    return () => {
      dark.removeEventListener('change', paint);
      program.remove();
    };
  }, [script]);
  return (
    <>
      <noscript>
        <p>
          Sin JavaScript no podemos mostrarla aquí. Ábrela como{' '}
          <a href="/api/openapi.json">OpenAPI 3.1</a>.
        </p>
      </noscript>
      <div id="api" lang="en" />
    </>
  );
}

/**
 * Shows the API without "Try it out". The layout is ours, because that of Swagger UI has a second
 * `main`.
 */
function drawApiViewer(): void {
  SwaggerUIBundle({
    url: '/api/openapi.json',
    dom_id: '#api',
    layout: 'Reading',
    plugins: [readingPlugin],
    deepLinking: true,
    supportedSubmitMethods: [],
    syntaxHighlight: false,
    validatorUrl: null,
  });
}

const readingPlugin = ({ React: { createElement: el } }: System) => ({
  components: {
    Reading: ({ getComponent, specSelectors }: ViewerSystem) =>
      el(
        'div',
        { className: 'swagger-ui' },
        el(getComponent('Markdown', true), { source: specSelectors.info().get('description') }),
        specSelectors.loadingStatus() === 'failed' && el(getComponent('errors', true), null),
        el('h2', null, 'Operations'),
        specSelectors.loadingStatus() === 'success' && el(getComponent('operations', true), null),
      ),
  },
  wrapComponents: {
    DeepLink:
      () =>
      ({ text }: { text: string }) =>
        text,
    authorizeOperationBtn: () => () => null,
    // Adds a label to Swagger UI's select, which has none.
    ExamplesSelect: (Select: Part) => (props: { showLabels?: boolean }) =>
      el('label', null, props.showLabels === false && 'Example ', el(Select, props)),
  },
});
