import type { NostrEvent } from '@hornets/contract'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import { type FileFacts, noFacts } from '../../library/catalogue/file-rows.ts'
import type { DueNote, NoteStore } from './note-store.ts'
import { fileNoteKind, noteOf } from './note-tags.ts'

export interface NotePublisher {
  pubkey(): string
  find(id: string): Promise<NostrEvent | null>
  sign(
    kind: number,
    words: { readonly content: string; readonly tags: readonly (readonly string[])[] },
    after: number,
  ): NostrEvent
  publish(event: NostrEvent): Promise<void>
  takeBack(event: NostrEvent): Promise<void>
  saysTheSame(one: NostrEvent, other: NostrEvent): boolean
}

export interface FileNotesParts {
  readonly store: NoteStore
  readonly publisher: NotePublisher | undefined
  readonly thumbnails: {
    look(hash: string, mime: string): Promise<void>
    factsOf(hashes: readonly string[]): Promise<ReadonlyMap<string, FileFacts>>
  }
  /** Where clients find files; null while the relay knows no public address of its own. */
  readonly origin: () => string | null
  readonly logger: Logger
}

const batchNotes = 100

/**
 * Notes of files (NIP-94) by the relay's key: published once the file's thumbnail is there, taken back when the file is
 * deleted, published again when it returns.
 */
export class FileNotes {
  readonly #parts: FileNotesParts
  readonly #mutex = pLimit(1)
  #isClosing = false

  constructor(parts: FileNotesParts) {
    this.#parts = parts
  }

  /** Resolves once it is durable that this file gets a note, with the description (may be empty). */
  async want(hash: string, facts: { readonly original: string; readonly description: string }): Promise<void> {
    await this.#parts.store.want(hash, facts)
    this.look()
  }

  /** The relay's key or address may have changed: its notes are published again under the new one. */
  renew(): void {
    this.#enqueue(async publisher => {
      const saidAs = this.#saidAs(publisher)
      if (saidAs !== null) await this.#parts.store.outdate(saidAs)
    })
    this.look()
  }

  look(): void {
    if (this.#mutex.pendingCount === 0) this.#enqueue(publisher => this.#round(publisher))
  }

  settled(): Promise<void> {
    return this.#mutex(() => undefined)
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await this.settled()
  }

  #enqueue(work: (publisher: NotePublisher) => Promise<void>): void {
    const { publisher } = this.#parts
    if (!publisher || this.#isClosing) return
    this.#mutex(() => work(publisher)).catch(err =>
      this.#parts.logger.error({ err }, 'the notes of files could not be updated'),
    )
  }

  #saidAs(publisher: NotePublisher): string | null {
    const origin = this.#parts.origin()
    return origin === null ? null : `${publisher.pubkey()} ${origin}`
  }

  async #round(publisher: NotePublisher): Promise<void> {
    let after: string | undefined = ''
    while (after !== undefined && !this.#isClosing) {
      const notes: DueNote[] = await this.#parts.store.due(after, batchNotes)
      for (const note of notes) if (!this.#isClosing) await this.#settle(note, publisher)
      after = notes.at(-1)?.hash
    }
  }

  async #settle(note: DueNote, publisher: NotePublisher): Promise<void> {
    const { store } = this.#parts
    const before = note.event_id === null ? null : await publisher.find(note.event_id)
    const words = note.file && (await this.#compose(note, note.file))
    if (words === undefined) return
    const event = words && publisher.sign(fileNoteKind, words, note.said_at)
    if (event && before && publisher.saysTheSame(before, event)) return store.settle(note, true)
    if (before) await publisher.takeBack(before)
    if (event) await store.sign(note.hash, event, this.#saidAs(publisher) ?? '')
    if (event) await publisher.publish(event)
    await store.settle(note, event !== null)
  }

  async #compose(note: DueNote, file: NonNullable<DueNote['file']>) {
    const { thumbnails, origin } = this.#parts
    const ours = origin()
    if (ours === null) return undefined
    await thumbnails.look(note.hash, file.mime)
    const facts = (await thumbnails.factsOf([note.hash])).get(note.hash) ?? noFacts
    const { hash, original, description } = note
    return noteOf({ ...file, hash, original, description }, facts, ours)
  }
}
