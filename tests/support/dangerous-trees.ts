import { compoundFile, type Stored } from '#tests/support/compound-file.ts';
import { workbook } from '#tests/support/dangerous-compound.ts';

type Files = Record<string, { bytes: Buffer; name: string }>;

const book: Stored = { name: 'Workbook', content: workbook(0) };
const locked = (name: string): Stored => ({ name, content: Buffer.alloc(99) });
const books = (...stored: Stored[]) => ({ bytes: compoundFile(stored), name: 'a.xls' });
/** Two storages, a stream in each, and one link of a slot that leads elsewhere. */
function relinked(slot: number, link: 'left' | 'right' | 'child', to: number) {
  const file = books(
    book,
    { name: 'Uno', inside: [{ name: 'a' }] },
    { name: 'Dos', inside: [{ name: 'b' }] },
  );
  const root = file.bytes.indexOf(Buffer.from('Root Entry', 'utf16le'));
  file.bytes.writeUInt32LE(to, root + slot * 128 + { left: 68, right: 72, child: 76 }[link]);
  return file;
}

export const dangerousTrees: Files = {
  ...Object.fromEntries(
    [
      ['EncryptionInfo', 'ENCRYPTEDPACKAGE'],
      ['encryptionInfo', 'encryptedPackage'],
      ['Encrypt\u0131onInfo'],
      ['\x06DataSpaces'],
    ].map((names) => [
      `an XLS that is a locked one by ${names.join(' and ').replace('\x06', '')}`,
      books(book, ...names.map(locked)),
    ]),
  ),
  'an XLS that is a locked one in a storage': books(book, {
    name: 'Otro',
    inside: [locked('EncryptionInfo')],
  }),
  'an XLS whose workbook is in no tree': books({ name: 'a' }, { ...book, unlinked: 2 }),
  'an XLS whose workbook is in no use': books({ name: 'a' }, { ...book, unlinked: 0 }),
  'an XLS whose workbook is in a storage': books({ name: 'a', inside: [book] }),
  'an XLS whose workbook is a storage': books({ name: 'Workbook', inside: [{ name: 'a' }] }),
  'an XLS with a stream in no tree': books(book, { name: 'a', unlinked: 2 }),
  'an XLS with a storage of no type': books(book, { name: 'a', type: 0, inside: [] }),
  'an XLS with another root': books(book, { name: 'a', type: 5 }),
  'an XLS whose storages hold each other': relinked(4, 'left', 2),
  'an XLS with a storage within itself': relinked(3, 'left', 2),
  'an XLS with a stream in two storages': relinked(5, 'right', 3),
  'an XLS whose tree leads to its root': relinked(4, 'right', 0),
  'an XLS whose tree leads nowhere': relinked(4, 'right', 999),
};

export const harmlessTrees: Files = {
  'an XLS in other letters': books({ ...book, name: 'WORKBOOK' }),
  'an XLS with storages in storages': books(book, {
    name: 'Uno',
    inside: [{ name: 'Dos', inside: [{ name: 'a' }] }, { name: 'b' }],
  }),
  'an XLS with something left in a slot of no use': books(book, { name: 'a\0b', unlinked: 0 }),
};
