import { expect, test } from 'vitest';
import { productSources } from '#tests/support/source-files.ts';

/** Retired words and what to say instead (docs/words.md). */
const retired: [RegExp, string][] = [
  [/^asked(?![a-z])|Asked(?![a-z])/, 'requested, or isRequired of a field'],
  [/^(un)?told(?![a-z])|Told(?![a-z])/, 'notified, unsent, or shown'],
  [/^said(?![a-z])/, 'reported, or message where it is text'],
  [/^lanes?$|Lanes?$/, 'partition'],
  [/^doors?$|Doors?$/, 'handler, export or entry'],
  [/^MOST(_|$)/, 'MAX_…'],
  [/^papers?$|^paperId$/, 'requestedDocument'],
  [
    /^[sS]tandings?$|[a-z]Standings?$/,
    'status of a document, guarantee or tender; progress of a lead',
  ],
  [/^(client|consent)Address$|^ClientAddress$/, 'ip'],
];

/** Published codes of states, parts of stored events, a metric's label, and one published field. */
const published = new Map([
  ['lib/domain/issued-guarantees/copy.ts', ['asked']],
  ['lib/domain/issued-guarantees/differences.ts', ['asked']],
  ['lib/domain/issued-guarantees/schema.ts', ['asked']],
  ['lib/domain/issued-guarantees/writes/record-changes.ts', ['said']],
  ['lib/domain/payments/copy.ts', ['asked']],
  ['lib/background/sweeper.ts', ['papers']],
  ['lib/domain/requests/applicant/mail.ts', ['paper']],
  ['lib/domain/requests/applicant/writes/files-and-messages.ts', ['paper']],
  ['lib/domain/requests/leads/reads/concurrent-acts.ts', ['paper', 'papers']],
  ['lib/domain/requests/requested-documents/writes/request-documents.ts', ['papers']],
  ['lib/domain/requests/leads/copy.ts', ['said', 'paper', 'papers']],
  ['lib/domain/audit-trail/detail-copy.ts', ['papers']],
  ['lib/domain/deliveries/schema.ts', ['told']],
  ['lib/domain/requests/leads/schema.ts', ['said', 'paper', 'papers']],
  ['lib/domain/requests/leads/writes/change-request-state.ts', ['told']],
  ['lib/domain/requests/team/copy.ts', ['asked']],
  ['lib/domain/share-links/schema.ts', ['askedAt']],
  ['lib/domain/share-links/view.ts', ['askedAt']],
  ['components/documents/share-card.tsx', ['askedAt']],
  ['tests/api/share-form.test.tsx', ['askedAt']],
  ['tests/api/guarantee-renewal.test.tsx', ['said']],
  ['tests/api/issued-events.test.ts', ['said']],
  ['tests/unit/pending.test.ts', ['papers']],
  ['tests/api/requested-documents.test.ts', ['papers']],
  ['tests/api/requested-documents-ends.test.ts', ['papers']],
  ['tests/support/shown-documents.ts', ['askedAt']],
  ['tests/unit/component-states.test.tsx', ['askedAt']],
]);

const self = 'tests/architecture/names.test.ts';
const sources = [...productSources(), ...productSources('tests', 'tools')].filter(
  ({ path }) => path !== self,
);

test('no identifier of product, tests or tools is a retired word', () => {
  const found = sources.flatMap(({ path, text }) =>
    [...new Set(identifiers(text))].flatMap((name) => {
      const [, better] = retired.find(([word]) => word.test(name)) ?? [];
      return better && !published.get(path)?.includes(name) ? [`${path}: ${name}: ${better}`] : [];
    }),
  );
  expect(found).toEqual([]);
});

/** Words that are no nouns. A type is named for a thing: `StoredDraft`, not `Held`. */
const functionWords =
  /^(Known|Held|Given|Kept|Sent|Shown|Found|Written|Drawn|Left|Gone|Taken|Made|Done|Of|For|From|To|With|Which|What|Who|Whose|Why|How|Where|When|One|Once|Many|All|Own|Over|Near|Within|Before|After|Again|About|Around|Beside|Such|Other|Rest|New|Active)$/;
const participle = /^[A-Z][a-z]+(ed|ing)$/;
/** Nouns that end like participles. */
const nouns = ['Booking', 'Finding', 'Listing', 'Opening', 'Reading', 'Setting', 'Heading'];

test('the name of a type is a noun', () => {
  const found = productSources().flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:export )?(?:type|interface) (\w+)/gm)].flatMap(([, name = '']) =>
      functionWords.test(name) || (participle.test(name) && !nouns.includes(name))
        ? [`${path}: ${name}`]
        : [],
    ),
  );
  expect(found).toEqual([]);
});

/** Words that name no value: `condition` for `which`, `actor` for `by`, `lead` for `found`. */
const unnamedValue =
  /^(of|is|was|has|had|how|by|what|which|whose|whom|who|why|theirs|ours|mine|own|again|once|such|got|gone|known|given|told|meant|shown|found|held|kept|taken|most|each|many|some|same|here|there|things?|done|about|beside)$/;
/** Declared names, the first parameters of functions, and parameters of arrows that stand alone. */
const declared = /\b(?:const|let|function) (\w+)|\((\w+)\??: |\((\w+)\) =>/g;

test('the name of a local, a parameter or a function is no function word', () => {
  const found = productSources().flatMap(({ path, text }) =>
    [...text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '').matchAll(declared)].flatMap(
      ([, local, first, alone]) => {
        const name = local ?? first ?? alone ?? '';
        return unnamedValue.test(name) ? [`${path}: ${name}`] : [];
      },
    ),
  );
  expect(found).toEqual([]);
});

/** `listFormerVersions`, not `listFormer`: a reader who meets only the call must know what comes. */
const unfinished = /^(?:list|find|get|count|read)\w*(?:ed|ing|Former|Kept|Sent|Shown|Soon)$/;
/** Nouns, and ends that name their object before. */
const finished = /(?:Opening|Pending|Reading|Feed|Parsing|Received|Missing|Wording)$/;

test('a function that returns rows names what they are', () => {
  const found = productSources().flatMap(({ path, text }) =>
    [...text.matchAll(/\bfunction (\w+)/g)].flatMap(([, name = '']) =>
      unfinished.test(name) && !finished.test(name) ? [`${path}: ${name}`] : [],
    ),
  );
  expect(found).toEqual([]);
});

/** The declared returns of functions, by the verb that their name begins with (docs/architecture.md). */
const returned =
  /^(?:export )?(?:async )?function ((find|get|list|is|has|may|parse)[A-Z]\w*)(?:(?!\) \{\n)[\s\S])*?\): ([^\n]+) \{$/gm;
const wrongReturn: Record<string, RegExp> = {
  find: /^(?!.*(null|undefined|Finding|\['short'\]))|\[\]>?$|^Promise<Map</,
  get: /\| (null|undefined)>?$/,
  list: /\| (null|undefined)>?$|^(Promise<)?(boolean|number)>?$/,
  is: /^(?!boolean|Promise<boolean>|\w+ is |asserts )/,
  parse: /^Promise</,
};

test('a function returns what the verb of its name says', () => {
  const found = productSources().flatMap(({ path, text }) =>
    [...text.matchAll(returned)].flatMap(([, name = '', verb = '', type = '']) =>
      (wrongReturn[verb] ?? wrongReturn.is)?.test(type) &&
      !/Or[A-Z]|(Text|Condition|Column)$/.test(name)
        ? [`${path}: ${name}: ${type}`]
        : [],
    ),
  );
  expect(found).toEqual([]);
});

test('no value named with is or has is SQL, which is called a condition', () => {
  const found = productSources().flatMap(({ path, text }) =>
    [
      ...text.matchAll(
        /\b(?:const|function) ((?:is|has)[A-Z]\w*(?<!Condition))(?: = (?:\([^)]*\) => )?sql|[^\n]*: SQL \{)/g,
      ),
    ].map(([, name]) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});

test('no two modules of the product export the same name', () => {
  const routes = /^(GET|POST|PUT|PATCH|DELETE|metadata|generateMetadata)$/;
  const twins = 'components/wizard/lazy-fields.tsx';
  const modules = new Map<string, Set<string>>();
  for (const { path, text } of productSources()) {
    for (const [, name = ''] of text.matchAll(
      /^export (?:async )?(?:const|function|type) (\w+)/gm,
    )) {
      if (routes.test(name) || path === twins) continue;
      modules.set(name, (modules.get(name) ?? new Set()).add(path));
    }
  }
  const doubles = [...modules].filter(([, paths]) => paths.size > 1);
  expect(doubles.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)).toEqual([]);
});

test('a file that exports only one component is named after it', () => {
  const found = productSources('components').flatMap(({ path, text }) => {
    const exports = [
      ...text.matchAll(/^export (?:default )?(?:async )?(?:function|const) (\w+)/gm),
    ];
    const [name = ''] = exports.map(([, exported = '']) => exported);
    const isComponent = path.endsWith('.tsx') && exports.length === 1 && /^[A-Z][a-z]/.test(name);
    return isComponent && !path.endsWith(`/${kebab(name)}.tsx`) ? [`${path}: ${name}`] : [];
  });
  expect(found).toEqual([]);
});

function kebab(name: string): string {
  return name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '-').toLowerCase();
}

test('identifiers are found in code, and not in its texts and comments', () => {
  const code = ['/** asked */ const lane = `$', "{told} said`; // door\nf('said', wasAsked);"].join(
    '',
  );
  expect(identifiers(code)).toEqual(['const', 'lane', 'told', 'f', 'wasAsked']);
});

/** Returns the words of code outside comments and texts. */
function identifiers(text: string): string[] {
  const code = text
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, ' ')
    .replace(/`(?:[^`\\]|\\.)*`/g, (template) =>
      [...template.matchAll(/\$\{([^}]*)\}/g)].map(([, part]) => part).join(' '),
    );
  return code.match(/[A-Za-z_$][\w$]*/g) ?? [];
}
