import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { hex64, nostrEvent, pubkeyForm } from '../nostr.ts'

/** The files that the relay keeps (Blossom), as the media manager reads them. What changes them: file-changes.ts. */

const tag = 'Media'
const session = { tag, access: 'session', role: 'viewer', staleOn: ['files'] } as const

/** Files on a page where none are asked for (CONST-04), and at most. */
export const filesPerPage = 20
export const filesPerPageMax = 200

/** By what files are told apart in totals and filters; those of the relay settings (MODE-09). */
export const fileGroups = ['images', 'videos', 'audio', 'documents', 'compressed', 'other'] as const
export type FileGroupName = (typeof fileGroups)[number]

export const fileStatuses = ['stored', 'trashed'] as const
export type FileStatus = (typeof fileStatuses)[number]

export const fileSorts = ['newest', 'oldest', 'largest', 'smallest', 'name'] as const
export type FileSort = (typeof fileSorts)[number]

const time = z.iso.datetime({ offset: true })
const bytes = z.coerce.number().check(z.int(), z.minimum(0))

/** What narrows a list of files; all of it together. As texts, since it stands in addresses. */
const narrowing = {
  /** MIME pattern with `*` (`image/*`), or a group (`documents`); several with commas between them. */
  type: z.optional(z.string().check(z.trim(), z.maxLength(500), z.regex(/^[A-Za-z0-9.+*/, -]*$/))),
  /** Who uploaded it: npub or hex. */
  owner: z.optional(z.string().check(z.trim(), z.regex(pubkeyForm))),
  /** Part of its name, or the beginning of its hash. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  /** When it came (RFC 3339): from inclusive, to exclusive. */
  from: z.optional(time),
  to: z.optional(time),
  /** Bytes, both inclusive. */
  min_bytes: z.optional(bytes),
  max_bytes: z.optional(bytes),
  /** Those in the trash stand apart from those that are served. */
  status: z._default(z.enum(fileStatuses), 'stored'),
} as const
export const fileFilter = z.object(narrowing)
export type FileFilter = z.infer<typeof fileFilter>
export type FileFilterInput = z.input<typeof fileFilter>

export const storedFile = z.object({
  /** SHA-256 of the content. */
  Hash: hex64,
  /** What the uploader called it; its hash with an extension where nobody did. */
  FileName: z.string(),
  MimeType: z.string(),
  /** Base64 of the thumbnail (WebP, at most 320 px); empty where there is none yet, and where none was asked for. */
  Content: z.string(),
  /** A link to the thumbnail that needs no token for an hour or two; empty where there is none. */
  ThumbnailUrl: z.string(),
  /** The same to the file itself, for media tags. */
  Url: z.string(),
  /** Bytes. */
  Size: z.int(),
  /** When it came, RFC 3339, UTC. */
  Timestamp: z.string(),
  /** The same, as deployed servers of the family name it. */
  TimestampHornets: z.string(),
  /** Who brought it first and still holds it, hex; empty where nobody does. */
  Owner: z.string(),
  Status: z.enum(fileStatuses),
  /** Of a picture or film, in pixels as shown; null where it is not known. */
  Width: z.nullable(z.int()),
  Height: z.nullable(z.int()),
  /** Of sound or film, milliseconds. */
  DurationMs: z.nullable(z.int()),
  /** Base64 of a thumbhash: the picture in 25 bytes, to be drawn until the thumbnail is there. */
  Thumbhash: z.string(),
  /** When it went to the trash and when it leaves it for good (RFC 3339, UTC). */
  TrashedAt: z.nullable(z.string()),
  PurgeAt: z.nullable(z.string()),
})
export type StoredFile = z.infer<typeof storedFile>

export const listFiles = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files',
  summary: 'A page of files, newest first: by number, or after the cursor of the page before',
  query: z.object({
    ...narrowing,
    sort: z._default(z.enum(fileSorts), 'newest'),
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(filesPerPageMax)), filesPerPage),
    /** `meta.next` of the page before; goes before `page`, and costs the same however far down it is. */
    cursor: z.optional(z.string().check(z.maxLength(2000))),
    /** `links` leaves `Content` empty: pages are small then, and browsers keep the thumbnails. */
    thumbnails: z._default(z.enum(['embedded', 'links']), 'embedded'),
  }),
  answers: {
    200: z.object({
      data: z.array(storedFile),
      meta: z.object({
        page: z.int(),
        limit: z.int(),
        /** Of all that match. */
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

export const fileMonths = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files/months',
  summary: 'How many of the files that match came in each month, newest first: for a scale of dates beside the list',
  query: fileFilter,
  answers: {
    200: z.object({
      months: z.array(
        z.object({
          /** `YYYY-MM`, UTC. */
          month: z.string(),
          files: z.int(),
          bytes: z.int(),
        }),
      ),
    }),
  },
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
      /** Of what is stored. */
      groups: z.array(z.object({ group: z.enum(fileGroups), files: z.int(), bytes: z.int() })),
      /** Largest first. */
      types: z.array(z.object({ type: z.string(), files: z.int(), bytes: z.int() })),
      /** Keys that hold files. */
      owners: z.int(),
    }),
  },
  errors: [],
})

export const fileOwner = z.object({
  pubkey: hex64,
  /** Name in the owner's profile, where this relay has one. */
  name: z.nullable(z.string()),
  files: z.int(),
  bytes: z.int(),
})
export type FileOwner = z.infer<typeof fileOwner>

export const listFileOwners = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files/owners',
  summary: 'Who holds files, and how much: the largest first; by npub, hex or part of a name',
  query: z.object({
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  }),
  answers: { 200: z.object({ owners: z.array(fileOwner), total: z.int() }) },
  errors: [],
})

/** In the path: a whole hash. */
export const fileParams = z.object({ hash: z.string().check(z.toLowerCase(), z.regex(/^[0-9a-f]{64}$/)) })

export const getFileDetails = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files/:hash/details',
  summary: 'All that is known of one file: size, length, owners, how often it was fetched',
  params: fileParams,
  answers: {
    200: z.object({
      file: storedFile,
      /** The address under which clients find it; null while it is in the trash, and where the relay knows no address of its own. */
      publicUrl: z.nullable(z.string()),
      owners: z.array(
        z.object({
          pubkey: hex64,
          name: z.nullable(z.string()),
          /** RFC 3339, UTC. */
          uploadedAt: z.string(),
        }),
      ),
      fetched: z.object({ count: z.int(), lastAt: z.nullable(z.string()) }),
    }),
  },
  errors: ['not_found'],
})

export const listFileEvents = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files/:hash/events',
  summary: 'Stored events that use a file: its hash stands in their text or in a tag of theirs; newest first',
  params: fileParams,
  query: z.object({ limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20) }),
  answers: {
    200: z.object({
      events: z.array(z.object({ event: nostrEvent, author: z.nullable(z.string()) })),
      /** False where looking took too long: there may be more. */
      finished: z.boolean(),
    }),
  },
  errors: [],
})

export const getFile = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files/:hash',
  summary: 'The file itself: whole, or the part that Range names; `download` as a file to save',
  params: fileParams,
  query: z.object({ download: z.optional(z.literal('1')) }),
  answers: { 200: null },
  produces: 'application/octet-stream',
  errors: ['not_found', 'range_not_satisfiable'],
})

/** What makes a link good without a token: until when (Unix seconds), and that the relay has made it. */
const linkQuery = {
  until: z.string().check(z.regex(/^\d{1,12}$/)),
  key: z.string().check(z.minLength(1), z.maxLength(100)),
}

export const getLinkedFile = defineEndpoint({
  tag,
  method: 'GET',
  path: '/api/files/:hash/content',
  summary: 'The file itself, by a link that the relay has signed (`Url`): for media tags, which send no token',
  access: 'public',
  params: fileParams,
  query: z.object({ ...linkQuery, download: z.optional(z.literal('1')) }),
  answers: { 200: null },
  produces: 'application/octet-stream',
  errors: ['not_found', 'forbidden', 'range_not_satisfiable'],
})

export const getLinkedThumbnail = defineEndpoint({
  tag,
  method: 'GET',
  path: '/api/files/:hash/thumbnail',
  summary: 'The thumbnail (WebP, at most 320 px), by a link that the relay has signed (`ThumbnailUrl`)',
  access: 'public',
  params: fileParams,
  query: z.object(linkQuery),
  answers: { 200: null },
  produces: 'image/webp',
  errors: ['not_found', 'forbidden'],
})
