import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64, nostrEvent, pubkeyForm } from '../../nostr.ts'

const session = { tag: 'Media', access: 'session', role: 'viewer', staleOn: ['files'] } as const

/** Default (CONST-04) and maximum number of files on a page. */
export const filesPerPage = 20
export const filesPerPageMax = 200

/** File groups in totals and filters; those of the relay settings (MODE-09). */
export const fileGroups = ['images', 'videos', 'audio', 'documents', 'compressed', 'other'] as const
export type FileGroupName = (typeof fileGroups)[number]

export const fileStatuses = ['stored', 'trashed'] as const
export type FileStatus = (typeof fileStatuses)[number]

export const fileSorts = ['newest', 'oldest', 'largest', 'smallest', 'name'] as const
export type FileSort = (typeof fileSorts)[number]

const time = z.iso.datetime({ offset: true })
const bytes = z.coerce.number().check(z.int(), z.minimum(0))

/** Filters of a list of files, all combined. As texts, since they are part of addresses. */
const narrowing = {
  /** MIME pattern with `*` (`image/*`), or a group (`documents`); several separated by commas. */
  type: z.optional(z.string().check(z.trim(), z.maxLength(500), z.regex(/^[A-Za-z0-9.+*/, -]*$/))),
  /** The uploader: npub or hex. */
  owner: z.optional(z.string().check(z.trim(), z.regex(pubkeyForm))),
  /** Part of the name, the start of the hash, or a `blossom:` address. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  /** Upload time (RFC 3339): from inclusive, to exclusive. */
  from: z.optional(time),
  to: z.optional(time),
  min_bytes: z.optional(bytes),
  max_bytes: z.optional(bytes),
  status: z._default(z.enum(fileStatuses), 'stored'),
} as const
export const fileFilter = z.object(narrowing)
export type FileFilter = z.infer<typeof fileFilter>
export type FileFilterInput = z.input<typeof fileFilter>

export const storedFile = z.object({
  Hash: hex64,
  /** The uploader's name for it; without one, its hash with an extension. */
  FileName: z.string(),
  MimeType: z.string(),
  /** Base64 of the thumbnail (WebP, at most 320 px); empty if there is none yet, or none was requested. */
  Content: z.string(),
  /** A link to the thumbnail, valid without a token for an hour or two; empty if there is none. */
  ThumbnailUrl: z.string(),
  /** The same to the file itself, for media tags. */
  Url: z.string(),
  Size: z.int(),
  /** Upload time, RFC 3339, UTC. */
  Timestamp: z.string(),
  /** The same under the name that other servers of the family use. */
  TimestampHornets: z.string(),
  /** The first uploader who still holds it, hex; empty if none does. */
  Owner: z.string(),
  Status: z.enum(fileStatuses),
  /** For a picture or film, in pixels as displayed; null if unknown. */
  Width: z.nullable(z.int()),
  Height: z.nullable(z.int()),
  /** For sound or film, milliseconds. */
  DurationMs: z.nullable(z.int()),
  /** Base64 of a thumbhash: the picture in 25 bytes, drawn until the thumbnail is loaded. */
  Thumbhash: z.string(),
  /** When it went to the trash and when it will be deleted (RFC 3339, UTC). */
  TrashedAt: z.nullable(z.string()),
  PurgeAt: z.nullable(z.string()),
})
export type StoredFile = z.infer<typeof storedFile>

export const listFiles = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files',
  summary: 'A page of files, newest first, by page number or cursor',
  query: z.object({
    ...narrowing,
    sort: z._default(z.enum(fileSorts), 'newest'),
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(filesPerPageMax)), filesPerPage),
    /** The previous page's `meta.next`. Takes precedence over `page`, and costs the same at any depth. */
    cursor: z.optional(z.string().check(z.maxLength(2000))),
    /** `links` leaves `Content` empty: pages are small, and browsers cache the thumbnails. */
    thumbnails: z._default(z.enum(['embedded', 'links']), 'embedded'),
  }),
  answers: {
    200: z.object({
      data: z.array(storedFile),
      meta: z.object({
        page: z.int(),
        limit: z.int(),
        total: z.int(),
        total_bytes: z.int(),
        total_pages: z.int(),
        /** Cursor of the next page; null on the last one. */
        next: z.nullable(z.string()),
      }),
    }),
  },
  errors: [],
})

export const rangeFilesMax = 10_000

const fileHash = z.string().check(z.toLowerCase(), z.regex(/^[0-9a-f]{64}$/))

export const listFileRange = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files/range',
  summary: 'All matching files between two, both included, in the order of the list',
  query: z.object({ ...narrowing, sort: z._default(z.enum(fileSorts), 'newest'), first: fileHash, last: fileHash }),
  answers: { 200: z.object({ files: z.array(z.object({ hash: hex64, bytes: z.int() })) }) },
  errors: ['not_found'],
})

export const fileMonths = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files/months',
  summary: 'Matching files per month, newest first, for a date scale beside the list',
  query: fileFilter,
  answers: { 200: z.object({ months: z.array(z.object({ month: z.string(), files: z.int(), bytes: z.int() })) }) },
  errors: [],
})

const amount = z.object({ files: z.int(), bytes: z.int() })

export const fileTotals = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files/totals',
  summary: 'How much is stored and in the trash, in all and by type',
  answers: {
    200: z.object({
      stored: amount,
      trashed: amount,
      /** Stored files only. */
      groups: z.array(z.object({ group: z.enum(fileGroups), files: z.int(), bytes: z.int() })),
      types: z.array(z.object({ type: z.string(), files: z.int(), bytes: z.int() })),
      owners: z.int(),
      /** False if the server lacks the programs that make previews of films and sound. */
      readsFilms: z.boolean(),
    }),
  },
  errors: [],
})

export const fileOwner = z.object({ pubkey: hex64, name: z.nullable(z.string()), files: z.int(), bytes: z.int() })
export type FileOwner = z.infer<typeof fileOwner>

export const listFileOwners = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files/owners',
  summary: 'Owners of files and their totals, largest first; search by npub, hex or part of a name',
  query: z.object({
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  }),
  answers: { 200: z.object({ owners: z.array(fileOwner), total: z.int() }) },
  errors: [],
})

export const fileParams = z.object({ hash: fileHash })

export const cameraData = z.object({
  make: z.string().check(z.maxLength(100)),
  model: z.string().check(z.maxLength(100)),
  lens: z.string().check(z.maxLength(100)),
  exposureSeconds: z.nullable(z.number()),
  /** The f-number. */
  aperture: z.nullable(z.number()),
  iso: z.nullable(z.int()),
  focalMm: z.nullable(z.number()),
  /** `YYYY-MM-DDThh:mm:ss` by the camera's clock, whose time zone is unknown. */
  takenAt: z.nullable(z.string().check(z.maxLength(19))),
  /** Whether the file says where it was taken. The relay does not pass the place on, but the file contains it. */
  hasPlace: z.boolean(),
})
export type CameraData = z.infer<typeof cameraData>

export const getFileDetails = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files/:hash/details',
  summary: 'Details of one file: size, length, owners, fetches',
  params: fileParams,
  answers: {
    200: z.object({
      file: storedFile,
      /** Its address for clients; null while it is in the trash, and if the relay knows no address of its own. */
      publicUrl: z.nullable(z.string()),
      /** The same for any server (BUD-10), with the hash and where to find it. */
      blossomUri: z.string(),
      /** Addresses at the servers that its owners list (BUD-03). The relay does not ask those servers. */
      otherUrls: z.array(z.string()),
      owners: z.array(z.object({ pubkey: hex64, name: z.nullable(z.string()), uploadedAt: z.string() })),
      /** Null for a file without any. */
      camera: z.nullable(cameraData),
      fetched: z.object({ count: z.int(), lastAt: z.nullable(z.string()) }),
    }),
  },
  errors: ['not_found'],
})

export const listFileEvents = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files/:hash/events',
  summary: 'Stored events that use a file, newest first: their text or a tag contains its hash',
  params: fileParams,
  query: z.object({ limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20) }),
  answers: {
    200: z.object({
      events: z.array(z.object({ event: nostrEvent, author: z.nullable(z.string()) })),
      /** False if the search ran out of time, so there may be more. */
      finished: z.boolean(),
    }),
  },
  errors: [],
})
