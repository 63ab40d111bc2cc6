import type { FoundFile } from '@hornets/contract/admin/search'
import { readBlossomUri } from '@hornets/contract/blossom-uri'
import type { EventStore } from '../events/event-store.ts'
import type { FileFinder } from '../media/library/catalogue/file-finder.ts'
import { keysByProfile } from '../profiles/profile-names.ts'
import type { SearchOptions, SearchSource } from './search.ts'
import { hexBeginning, keyIn } from './sought-key.ts'

const ownersMax = 5

/** By hash or `blossom:` address, the trash included; by owner; the latest by a part of their name. */
export class FileSearch implements SearchSource {
  readonly category = 'files' as const
  readonly #events: Pick<EventStore, 'query'>
  readonly #files: FileFinder

  constructor(events: Pick<EventStore, 'query'>, files: FileFinder) {
    this.#events = events
    this.#files = files
  }

  async find(text: string, options: SearchOptions): Promise<FoundFile[]> {
    const files = await this.#all(text, options)
    return [...new Map(files.map(file => [file.hash, file])).values()].slice(0, options.limit)
  }

  async #all(text: string, { limit, signal }: SearchOptions): Promise<FoundFile[]> {
    const start = readBlossomUri(text)?.hash ?? hexBeginning(text)
    const byHash = start === undefined ? [] : await this.#files.byHash(start, limit)
    const key = keyIn(text)
    if (key !== undefined) return [...byHash, ...(await this.#files.ofOwner(key, limit))]
    const owners = await keysByProfile(this.#events, text, ownersMax, signal)
    const byName = await this.#files.byName(text, limit)
    const owned = await Promise.all(owners.map(owner => this.#files.ofOwner(owner, limit)))
    return [...byHash, ...byName, ...owned.flat()]
  }
}
