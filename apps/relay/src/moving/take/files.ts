import type { IncomingMessage } from 'node:http'
import { ApiError } from '@hornets/server/api-error'
import type { EventStore } from '../../events/event-store.ts'
import type { BroughtFiles } from '../../media/library/uploads/brought-files.ts'
import type { ThingReport } from '../move-report.ts'
import { type OldServer, ServerFault } from '../old-server.ts'
import { type FilePage, type FilePlace, filesFrom, fileTypes, type ListedFile } from './file-list.ts'
import { ownersOfFiles } from './file-owners.ts'

export interface FilesParts {
  readonly files: Pick<BroughtFiles, 'isOwned' | 'bring'>
  readonly events: Pick<EventStore, 'query'>
  readonly relayKey: () => string
}

interface Taking {
  readonly server: OldServer
  /** Of the public files, without a path. */
  readonly base: string
  readonly report: ThingReport
  readonly signal: AbortSignal
  readonly noteAt: (at: FilePlace) => Promise<void>
}

const hashForm = /^[0-9a-f]{64}$/
const announcedPage = 50

/** The listing names no owners: they are those who announced a file, listed or not. */
export async function takeFiles(parts: FilesParts, from: FilePlace, taking: Taking): Promise<void> {
  const { server, report, signal, noteAt } = taking
  const owners = await ownersOfFiles(parts.events, signal)
  const left = new Set<string>()
  let at = from
  let before: string | undefined
  while (at.type < fileTypes.length && !signal.aborted) {
    const page = await pageFrom(server, at, report)
    const names = page.files.map(file => file?.hash ?? at.offset).join()
    if (names !== '' && names === before) {
      report.leaveOut('not_given', `${fileTypes[at.type]}, ${at.offset + 1}: the list repeats itself`)
      at = { type: at.type + 1, offset: 0 }
      continue
    }
    before = names
    for (const file of page.files) {
      if (file === null) report.leaveOut('too_large', `${fileTypes[at.type]}, ${at.offset + 1}`)
      else if (!(await takeOne(parts, file, owners.get(file.hash) ?? [], taking))) left.add(file.hash)
      if (signal.aborted) return
    }
    at = page.next
    await noteAt(at)
  }
  const others = [...owners].filter(([hash]) => !left.has(hash))
  await takeAnnounced(parts, others, at.type === fileTypes.length ? at.offset : 0, taking)
}

/** What it answers with an error of its own is told; the next type may be given. */
async function pageFrom(server: OldServer, at: FilePlace, report: ThingReport): Promise<FilePage> {
  try {
    return await filesFrom(server, at)
  } catch (error) {
    if (!(error instanceof ServerFault)) throw error
    report.leaveOut('not_given', error.at)
    return { files: [], next: { type: at.type + 1, offset: 0 } }
  }
}

async function takeAnnounced(
  parts: FilesParts,
  owners: readonly (readonly [string, readonly string[]])[],
  from: number,
  taking: Taking,
): Promise<void> {
  for (let offset = from; offset < owners.length && !taking.signal.aborted; offset += announcedPage) {
    for (const [hash, pubkeys] of owners.slice(offset, offset + announcedPage)) {
      if (taking.signal.aborted) return
      // Listed ones are here by now, or their reason is told.
      const missing = await missingOwners(parts, hash, pubkeys)
      if (missing.length > 0)
        await fetchOne(parts, { hash, name: '', mime: '', content: null, bytes: null }, missing, taking)
    }
    await taking.noteAt({ type: fileTypes.length, offset: offset + announcedPage })
  }
}

async function takeOne(
  parts: FilesParts,
  file: ListedFile,
  owners: readonly string[],
  taking: Taking,
): Promise<boolean> {
  const { report } = taking
  if (!hashForm.test(file.hash)) {
    report.leaveOut('wrong_hash', `${file.hash} ${file.name}`)
    return false
  }
  const missing = await missingOwners(parts, file.hash, owners.length > 0 ? owners : [parts.relayKey()])
  if (missing.length > 0) return fetchOne(parts, file, missing, taking)
  report.skip()
  return true
}

async function missingOwners({ files }: FilesParts, hash: string, owners: readonly string[]): Promise<string[]> {
  const isOwned = await Promise.all(owners.map(pubkey => files.isOwned(hash, pubkey)))
  return owners.filter((_, at) => !isOwned[at])
}

async function fetchOne(
  { files }: FilesParts,
  { hash, name, mime, content, bytes }: ListedFile,
  owners: readonly string[],
  { server, base, report, signal }: Taking,
): Promise<boolean> {
  let answer: IncomingMessage | null = null
  try {
    answer = content ? null : await server.openFile(base, hash)
    if (!content && !answer) {
      report.leaveOut('not_given', `${hash} ${name}`)
      return false
    }
    const body = content ? oneChunk(content) : (answer as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
    const file = { hash, name, mime: mime || answer?.headers['content-type'], bytesMax: bytes ?? undefined }
    await files.bring(file, owners, body, signal)
    report.take()
    return true
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ApiError) || error.code === 'unavailable') throw error
    const cause = { conflict: 'wrong_hash', bad_gateway: 'not_given', too_large: 'too_large' } as const
    report.leaveOut(cause[error.code as 'conflict'] ?? 'refused', `${hash} ${name}: ${error.message}`)
    return false
  } finally {
    answer?.destroy()
  }
}

async function* oneChunk(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content
}
