import { uploadFile } from '@hornets/contract/admin/files/file-changes'
import type { QueryInputOf } from '@hornets/contract/endpoint'
import { failureText } from '../../../api/calls/failure-text.ts'
import { upload } from '../../../api/calls/files/upload.ts'
import { holdPage } from '../../../at-work.ts'
import { signal } from '../../../signal.ts'

/** Files that are sent at the same time. */
const lanes = 2

export interface Upload {
  readonly id: number
  readonly name: string
  readonly bytes: number
  readonly sent: number
  readonly state: 'waiting' | 'sending' | 'done' | 'known' | 'failed'
  /** Why it failed, in the user's language. */
  readonly reason?: string
}

interface Waiting {
  readonly id: number
  readonly file: File
  readonly note: NoteQuery
}

/** Whether the relay publishes a note of the file, and what that says. */
export type NoteQuery = Pick<QueryInputOf<typeof uploadFile>, 'note' | 'alt'>

const list = signal<readonly Upload[]>([])
const waiting: Waiting[] = []
let stopping = new AbortController()
let running = 0
let nextId = 1

/** The uploads of this tab; they go on while other pages are looked at. */
export const useUploads = list.useValue

/** Sends files to the relay, in the name of who is signed in. `onEnd` is called when all of them have ended. */
export function addUploads(files: readonly File[], note: NoteQuery, onEnd: () => void): void {
  const fresh = files.map(file => ({ id: nextId++, file, note }))
  list.set([
    ...list.get(),
    ...fresh.map(({ id, file }): Upload => ({ id, name: file.name, bytes: file.size, sent: 0, state: 'waiting' })),
  ])
  waiting.push(...fresh)
  while (running < lanes && waiting.length > 0) void work(onEnd)
}

export function stopUploads(): void {
  waiting.length = 0
  stopping.abort(new DOMException('stopped', 'AbortError'))
  stopping = new AbortController()
  list.set(list.get().filter(({ state }) => state !== 'waiting'))
}

export const clearUploads = (): void => list.set(list.get().filter(isUnderWay))

export const isUnderWay = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending'

async function work(onEnd: () => void): Promise<void> {
  running += 1
  const release = holdPage()
  for (let next = waiting.shift(); next; next = waiting.shift()) await send(next)
  release()
  running -= 1
  if (running === 0) onEnd()
}

async function send({ id, file, note }: Waiting): Promise<void> {
  const { signal } = stopping
  change(id, { state: 'sending' })
  try {
    const { created } = await upload(uploadFile, file, {
      query: { name: file.name.slice(0, 255), ...note },
      signal,
      onProgress: sent => change(id, { sent }),
    })
    change(id, { state: created ? 'done' : 'known', sent: file.size })
  } catch (error) {
    if (signal.aborted) list.set(list.get().filter(one => one.id !== id))
    else change(id, { state: 'failed', reason: failureText(error) })
  }
}

const change = (id: number, part: Partial<Upload>): void =>
  list.set(list.get().map(one => (one.id === id ? { ...one, ...part } : one)))
