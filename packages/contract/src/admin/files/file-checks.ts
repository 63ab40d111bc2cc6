import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { storeNames } from './store-names.ts'

const session = { tag: 'Media', access: 'session' } as const
/** RFC 3339, UTC. */
const timestamp = z.string()

/** `missing`: the store has no content. `damaged`: it cannot be read, or is not what the hash says. */
export const findingKinds = ['missing', 'damaged'] as const
export type FindingKind = (typeof findingKinds)[number]

export const findingsShown = 50

export const fileFinding = z.object({
  hash: z.string(),
  name: z.string(),
  mime: z.string(),
  bytes: z.int(),
  store: z.enum(storeNames),
  what: z.enum(findingKinds),
  foundAt: timestamp,
  /** A link that needs no token, to save what is there; null if nothing is. */
  link: z.nullable(z.string()),
})
export type FileFinding = z.infer<typeof fileFinding>

export const checkRound = z.object({
  beganAt: timestamp,
  endedAt: z.nullable(timestamp),
  /** As many as there were when it began. */
  files: z.int(),
  bytes: z.int(),
  filesDone: z.int(),
  bytesDone: z.int(),
})
export type CheckRound = z.infer<typeof checkRound>

export const getFileChecks = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files/checks',
  summary: 'The running or last check of all stored files, and the files that are missing or damaged',
  role: 'viewer',
  staleOn: ['files'],
  answers: {
    200: z.object({
      round: z.nullable(checkRound),
      /** When the next one begins; null while one is running or before the first. */
      nextAt: z.nullable(timestamp),
      waitsFor: z.array(z.enum(storeNames)),
      bytesPerSecond: z.int(),
      findings: z.array(fileFinding),
      total: z.int(),
    }),
  },
  errors: [],
})

export const checkFiles = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/files/checks',
  summary: 'Start a file check; files with known problems first',
  role: 'operator',
  audit: 'files.check',
  body: z.strictObject({}),
  answers: { 200: z.object({ round: checkRound }) },
  errors: ['conflict'],
})
