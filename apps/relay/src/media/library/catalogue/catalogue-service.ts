import type { AnswerOf, QueryOf } from '@hornets/contract'
import {
  type FileFilter,
  type FileGroupName,
  fileGroups,
  type fileMonths,
  type fileTotals,
  type getFileDetails,
  type listFileOwners,
  type listFileRange,
  type listFiles,
  rangeFilesMax,
  type StoredFile,
} from '@hornets/contract/admin/files/catalogue'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { writeBlossomUri } from '@hornets/contract/blossom-uri'
import { ApiError } from '@hornets/server/api-error'
import { toTimestamp } from '@hornets/server/clock'
import { monthName } from '@hornets/server/month'
import type { EventStore } from '../../../events/event-store.ts'
import { toPubkeyHex } from '../../../keys/nostr-keys.ts'
import { keysByProfile, profileNamesOf } from '../../../profiles/profile-names.ts'
import { describeBlob } from '../files/blob-url.ts'
import type { FileLinks } from '../links/file-links.ts'
import { extensionOf } from '../mime/mime.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import { groupOf } from './file-group.ts'
import { type FileCursor, queryOf, readCursor, writeCursor } from './file-query.ts'
import { type FileFacts, noFacts, shownName, toWire } from './file-rows.ts'
import { comparePositions, sortValue } from './list-order.ts'
import type { Amount } from './listing/file-columns.ts'
import { otherAddresses } from './other-servers.ts'

export interface ThumbnailSource {
  factsOf(hashes: readonly string[]): Promise<ReadonlyMap<string, FileFacts>>
  readsFilms(): boolean
  /** WebP; null if there is none. */
  read(hash: string): Promise<Buffer | null>
}

export interface CatalogueParts {
  readonly store: CatalogueStore
  readonly events: Pick<EventStore, 'query'>
  readonly links: FileLinks
  readonly thumbnails: ThumbnailSource
  /** Where clients find files; null while the relay knows no public address of its own. */
  readonly origin: () => string | null
  readonly isOurs: (address: string) => boolean
}

const nameSearchMs = 2000
const namedKeysMax = 100
const namedOwners = 3

export class FileCatalogue {
  readonly #parts: CatalogueParts

  constructor(parts: CatalogueParts) {
    this.#parts = parts
  }

  /** A page of files and the number of all matches. Throws ApiError('bad_request') for an invalid cursor. */
  async page(asked: QueryOf<typeof listFiles>): Promise<AnswerOf<typeof listFiles>> {
    const { store, thumbnails } = this.#parts
    const { sort, page, limit } = asked
    const after = asked.cursor === undefined ? undefined : readCursor(sort, asked.cursor)
    const offset = after ? 0 : (page - 1) * limit
    const { rows, amount: total } = await store.page(queryOf(asked), { sort, after, offset, limit: limit + 1 })
    const hasMore = rows.length > limit
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    const facts = await thumbnails.factsOf(shown.map(({ hash }) => hash))
    const data = shown.map(async row => {
      const own = facts.get(row.hash) ?? noFacts
      const embeds = asked.thumbnails === 'embedded' && own.hasThumbnail
      const thumbnail = embeds ? await thumbnails.read(row.hash) : null
      return toWire(row, own, this.#parts.links, thumbnail?.toString('base64'))
    })
    return {
      data: await Promise.all(data),
      meta: {
        page,
        limit,
        total: total.files,
        total_bytes: total.bytes,
        total_pages: Math.ceil(total.files / limit),
        next: hasMore && last ? writeCursor(sort, { value: sortValue(sort, last), hash: last.hash }) : null,
      },
    }
  }

  /** Throws ApiError('not_found') if either end does not exist, 'bad_request' for more than `rangeFilesMax` files. */
  async range(asked: QueryOf<typeof listFileRange>): Promise<AnswerOf<typeof listFileRange>> {
    const { sort } = asked
    const ends = await this.#parts.store.byHashes([asked.first, asked.last])
    const [first, last] = [asked.first, asked.last]
      .map(hash => {
        const row = ends.get(hash)
        if (!row) throw new ApiError('not_found', fileMessages.fileUnknown)
        return { value: sortValue(sort, row), hash }
      })
      .sort((one, other) => comparePositions(sort, one, other)) as [FileCursor, FileCursor]
    const files = await this.#parts.store.between(queryOf(asked), { sort, first, last, limit: rangeFilesMax + 1 })
    if (files.length > rangeFilesMax) throw new ApiError('bad_request', fileMessages.rangeTooLong)
    return { files }
  }

  async months(filter: FileFilter): Promise<AnswerOf<typeof fileMonths>> {
    const months = await this.#parts.store.months(queryOf(filter))
    const newestFirst = months.sort((one, other) => other.month - one.month)
    return { months: newestFirst.map(({ month, files, bytes }) => ({ month: monthName(month), files, bytes })) }
  }

  async totals(): Promise<AnswerOf<typeof fileTotals>> {
    const { store, thumbnails } = this.#parts
    const rows = await store.typeTotals()
    const { total: owners } = await store.owners({ limit: 0, offset: 0 })
    const stored = rows.filter(({ trashed }) => !trashed)
    const ofGroup = (group: FileGroupName) => sum(stored.filter(({ mime }) => groupOf(mime) === group))
    return {
      stored: sum(stored),
      trashed: sum(rows.filter(({ trashed }) => trashed)),
      groups: fileGroups.map(group => ({ group, ...ofGroup(group) })),
      types: stored.map(({ mime, files, bytes }) => ({ type: mime, files, bytes })),
      owners,
      readsFilms: thumbnails.readsFilms(),
    }
  }

  /** Owners of files, largest first; `q`: npub, hex or words of their profile. */
  async owners({ q, limit, offset }: QueryOf<typeof listFileOwners>): Promise<AnswerOf<typeof listFileOwners>> {
    const { store } = this.#parts
    const keys = q ? await this.#keysFor(q) : undefined
    const { rows, total } = await store.owners({ keys, limit, offset })
    const names = await this.#names(rows.map(({ pubkey }) => pubkey))
    return { owners: rows.map(row => ({ ...row, name: names.get(row.pubkey) ?? null })), total }
  }

  /** A file's name; its hash if it has none, empty if the file does not exist. */
  async nameOf(hash: string): Promise<string> {
    const row = (await this.#parts.store.byHashes([hash])).get(hash)
    return row ? shownName(row) : ''
  }

  /** Throws ApiError('not_found'). */
  async details(hash: string): Promise<AnswerOf<typeof getFileDetails>> {
    const { store, thumbnails, links, origin } = this.#parts
    const row = (await store.byHashes([hash])).get(hash)
    if (!row) throw new ApiError('not_found', fileMessages.fileUnknown)
    const owners = await store.ownersOf(hash)
    const names = await this.#names(owners.map(({ pubkey }) => pubkey))
    const facts = (await thumbnails.factsOf([hash])).get(hash) ?? noFacts
    const fetches = await store.fetches(hash)
    const ourOrigin = origin()
    const blob = { hash, mime: row.mime, bytes: row.bytes, uploadedAt: row.received_at }
    const url = row.trashed || ourOrigin === null ? null : describeBlob(blob, ourOrigin).url
    const authors = owners.map(({ pubkey }) => pubkey)
    const extension = extensionOf(row.mime)
    const servers = url === null ? [] : [new URL(url).host]
    return {
      file: toWire(row, facts, links),
      publicUrl: url,
      blossomUri: writeBlossomUri({
        hash,
        extension,
        size: row.bytes,
        servers,
        authors: authors.slice(0, namedOwners),
      }),
      otherUrls: await this.#otherUrls(`${hash}.${extension}`, authors),
      owners: owners.map(({ pubkey, uploaded_at }) => ({
        pubkey,
        name: names.get(pubkey) ?? null,
        uploadedAt: toTimestamp(uploaded_at * 1000),
      })),
      camera: facts.camera,
      fetched: { count: fetches?.count ?? 0, lastAt: fetches ? toTimestamp(fetches.last_at * 1000) : null },
    }
  }

  /** Files by hash as lists show them, with their owners' names; without those that do not exist. */
  async named(hashes: readonly string[]): Promise<ReadonlyMap<string, { file: StoredFile; ownerName: string | null }>> {
    const { store, thumbnails, links } = this.#parts
    const rows = [...(await store.byHashes(hashes)).values()]
    const facts = await thumbnails.factsOf(hashes)
    const names = await this.#names(rows.map(({ owner }) => owner).filter(Boolean))
    return new Map(
      rows.map(row => {
        const file = toWire(row, facts.get(row.hash) ?? noFacts, links)
        return [row.hash, { file, ownerName: names.get(row.owner) ?? null }]
      }),
    )
  }

  #otherUrls(name: string, owners: readonly string[]): Promise<string[]> {
    const { events, isOurs } = this.#parts
    return otherAddresses(events, { name, owners, isOurs }, AbortSignal.timeout(nameSearchMs)).catch(() => [])
  }

  async #keysFor(q: string): Promise<string[]> {
    const key = toPubkeyHex(q)
    if (key !== null) return [key]
    return await keysByProfile(this.#parts.events, q, namedKeysMax, AbortSignal.timeout(nameSearchMs)).catch(() => [])
  }

  #names(pubkeys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const signal = AbortSignal.timeout(nameSearchMs)
    return profileNamesOf(this.#parts.events, new Set(pubkeys), signal).catch(() => new Map())
  }
}

function sum(amounts: readonly Amount[]): Amount {
  return amounts.reduce((all, { files, bytes }) => ({ files: all.files + files, bytes: all.bytes + bytes }), {
    files: 0,
    bytes: 0,
  })
}
