import { getEnv } from '#lib/platform/config/env.ts';
import { AppError } from '#lib/platform/operations/errors.ts';
import { createLimiter } from '#lib/platform/process/concurrency-limiter.ts';
import { MINUTE, SECOND } from '#lib/platform/process/durations.ts';
import { onStop } from '#lib/platform/process/lifecycle.ts';
import { createProcessPool } from '#lib/platform/process/process-pool.ts';
import { singleton } from '#lib/platform/process/singleton.ts';
import type { FileKind } from '#lib/platform/storage/inspection/file-kinds.ts';
import { type Finding, isHarmless } from '#lib/platform/storage/inspection/findings.ts';
import { findInPlainPdf } from '#lib/platform/storage/inspection/pdf-text.ts';
import { findDangerInPicture } from '#lib/platform/storage/inspection/picture-findings.ts';
import type { ByteSource } from '#lib/platform/storage/inspection/sources.ts';

const MIB = 1024 * 1024;
/** Bytes of a picture to read first. Most pictures state their dimensions there. */
const PICTURE_HEAD_BYTES = 256 * 1024;
const MAX_WAIT_MS = 45 * SECOND;
/** Maximum bytes of the end record of a ZIP with its comment (APPNOTE 4.3.16). */
const ZIP_END_BYTES = 22 + 0xffff;

/**
 * Returns the danger of a file, or null if it is harmless. For a harmless Office file whose content
 * does not match its extension, returns the kind of its content. Plain PDFs and most pictures are
 * checked here. Other files are parsed in limited processes, two at a time and one per sender, so
 * that many files of one sender do not delay those of others.
 */
export async function findDanger(
  source: ByteSource,
  kind: Pick<FileKind, 'extension'>,
  sender: string,
): Promise<Finding | null> {
  const isOffice = ['docx', 'xlsx', 'doc', 'xls'].includes(kind.extension);
  const finding = isOffice
    ? await findByParsing(source, sender)
    : await plainFinding(source, kind, sender);
  if (!isHarmless(finding)) return finding;
  return isOffice && finding !== kind.extension ? finding : null;
}

async function plainFinding(
  source: ByteSource,
  { extension }: Pick<FileKind, 'extension'>,
  sender: string,
): Promise<Finding> {
  const end = await source.read(Math.max(0, source.size - ZIP_END_BYTES), ZIP_END_BYTES);
  if (end.includes('PK\x05\x06', 0, 'latin1')) return 'mixed';
  if (extension === 'pdf') return (await findInPlainPdf(source)) ?? findByParsing(source, sender);
  const head = await source.read(0, PICTURE_HEAD_BYTES);
  try {
    return findDangerInPicture(head);
  } catch {
    return findByParsing(source, sender);
  }
}

/** Parses a file in a limited process. Throws `unavailable` if none is free within 45 s. */
async function findByParsing(source: ByteSource, sender: string): Promise<Finding> {
  const { inTurn, inspectors } = singleton('file-inspectors', openInspectionPool);
  const memory = memoryFor(source.size);
  const limits = { work: 10 * SECOND, time: MINUTE, memory, reply: 64 };
  const finding = await inTurn(() => inspectors.answer(() => piecesOf(source), limits), sender);
  return (finding as Finding | null) ?? 'heavy'; // The output of our own program.
}

export function openInspectionPool() {
  const onTimeout = () => new AppError('unavailable');
  const program = 'lib/platform/storage/inspection/inspection-process.ts';
  const inspectors = createProcessPool(program, memoryFor(getEnv().maxUploadBytes));
  onStop(inspectors.stop);
  return { inspectors, inTurn: createLimiter(2, { waitMs: MAX_WAIT_MS, onTimeout }) };
}

function memoryFor(size: number): number {
  return 512 * MIB + 4 * size;
}

async function* piecesOf(source: ByteSource): AsyncGenerator<Buffer> {
  for (let at = 0; at < source.size; at += MIB) yield await source.read(at, MIB);
}
