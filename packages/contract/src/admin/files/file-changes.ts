import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { hex64 } from '../../nostr.ts'
import { fileFilter, fileParams, storedFile } from './catalogue.ts'

const tag = 'Media'
const session = { tag, access: 'session' } as const

export const filesNamedMax = 1000
export const altMax = 1000
/** Days that a file stays in the trash; fewer if the disk is full. */
export const trashDays = 30

const hash = z.string().check(z.toLowerCase(), z.regex(/^[0-9a-f]{64}$/))
const hashes = z.array(hash).check(z.minLength(1), z.maxLength(filesNamedMax))

/** Files by name, or all matches of a filter except some: this can select more than a page has loaded. */
export const fileSelection = z.union([
  z.object({ hashes }),
  z.object({ filter: fileFilter, except: z._default(z.array(hash).check(z.maxLength(filesNamedMax)), []) }),
])
export type FileSelection = z.infer<typeof fileSelection>

export const fileJobActions = ['trash', 'restore', 'purge', 'move'] as const
export type FileJobAction = (typeof fileJobActions)[number]

export const fileJob = z.object({
  id: z.int(),
  action: z.enum(fileJobActions),
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  /** Matching files and bytes at the start, and the part that is done. */
  files: z.int(),
  bytes: z.int(),
  filesDone: z.int(),
  bytesDone: z.int(),
  /** RFC 3339, UTC. */
  beganAt: z.string(),
  endedAt: z.nullable(z.string()),
  /** Files that it moved to the trash and that are still there, so it can be undone. */
  undoable: z.int(),
  /** Who started it, hex; null for the relay itself. */
  by: z.nullable(hex64),
})
export type FileJob = z.infer<typeof fileJob>

const jobAnswer = { 200: z.object({ job: fileJob }) } as const

export const deleteFile = defineEndpoint({
  ...session,
  method: 'DELETE',
  path: '/api/files/:hash',
  summary:
    'Move one file to the trash for 30 days: it is not served, and no one can upload it until it is restored or unbanned',
  role: 'moderator',
  demo: 'plays',
  audit: 'files.trash',
  params: fileParams,
  answers: { 200: z.object({ success: z.boolean() }) },
  errors: ['not_found'],
})

export const deleteFiles = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/files/delete',
  summary: 'Move files to the trash; those that do not exist fail',
  role: 'moderator',
  demo: 'plays',
  audit: 'files.trash',
  body: z.object({ hashes }),
  answers: { 200: z.object({ deleted: z.int(), failed: z.int() }) },
  errors: ['invalid_fields'],
})

export const restoreFiles = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/files/restore',
  summary: 'Restore files from the trash; those that are not in it fail',
  role: 'moderator',
  demo: 'plays',
  audit: 'files.restore',
  body: z.object({ hashes }),
  answers: { 200: z.object({ restored: z.int(), failed: z.int() }) },
  errors: ['invalid_fields', 'conflict'],
})

export const startFileJob = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/files/jobs',
  summary: 'Trash or restore a selection of any size in the background; continues after a restart',
  role: 'moderator',
  demo: 'plays',
  audit: { trash: 'files.trash', restore: 'files.restore' },
  body: z.object({ action: z.enum(['trash', 'restore']), selection: fileSelection }),
  answers: jobAnswer,
  errors: ['invalid_fields', 'conflict'],
})

export const purgeFiles = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/files/purge',
  summary: 'Permanently delete the trashed files of a selection, in the background',
  role: 'operator',
  stepUp: true,
  demo: 'plays',
  audit: 'files.purge',
  body: z.object({ selection: fileSelection }),
  answers: jobAnswer,
  errors: ['invalid_fields', 'conflict', 'password_needed'],
})

export const listFileJobs = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files/jobs',
  summary: 'The last 20 jobs, newest first: their progress, and whether they can be undone',
  role: 'viewer',
  staleOn: ['files'],
  answers: { 200: z.object({ jobs: z.array(fileJob) }) },
  errors: [],
})

const jobParams = z.object({ id: z.coerce.number().check(z.int(), z.minimum(1)) })

export const stopFileJob = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/files/jobs/:id/stop',
  summary: 'Stop a job, keeping what it has done',
  role: 'moderator',
  demo: 'plays',
  audit: 'files.stop_job',
  params: jobParams,
  answers: jobAnswer,
  errors: ['not_found', 'conflict'],
})

export const undoFileJob = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/files/jobs/:id/undo',
  summary: 'Restore the files that a job moved to the trash and that are still there',
  role: 'moderator',
  demo: 'plays',
  audit: 'files.restore',
  params: jobParams,
  answers: jobAnswer,
  errors: ['not_found', 'conflict'],
})

export const uploadFile = defineEndpoint({
  ...session,
  method: 'PUT',
  path: '/api/files/upload',
  summary: 'Upload a file (request body) as the signed-in admin; the type is detected, else Content-Type',
  role: 'moderator',
  audit: 'files.upload',
  query: z.object({
    name: z._default(z.string().check(z.trim(), z.maxLength(255)), ''),
    /** `1`: the relay publishes a note of the file (NIP-94) for as long as it is stored. */
    note: z.optional(z.literal('1')),
    /** What the note says of it, for those who cannot see it. */
    alt: z._default(z.string().check(z.trim(), z.maxLength(altMax)), ''),
  }),
  answers: { 200: z.object({ file: storedFile, created: z.boolean() }) },
  errors: ['too_large', 'unsupported_media_type', 'payment_required', 'forbidden', 'unavailable', 'timeout'],
})

export const linkFileArchive = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/files/archive',
  summary: 'A link, valid for five minutes, to a zip of a selection',
  role: 'viewer',
  demo: 'plays',
  audit: null,
  body: z.object({ selection: fileSelection }),
  answers: { 200: z.object({ path: z.string(), files: z.int(), bytes: z.int() }) },
  errors: ['invalid_fields', 'not_found', 'unavailable'],
})

export const getFileArchive = defineEndpoint({
  tag,
  method: 'GET',
  path: '/api/files/archive',
  summary: 'A zip of a selection, created while it is sent, for the link from POST',
  access: 'public',
  query: z.object({ key: z.string().check(z.minLength(1), z.maxLength(100)) }),
  answers: { 200: null },
  produces: 'application/zip',
  errors: ['not_found'],
})
