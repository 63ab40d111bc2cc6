import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { fileJob } from './file-changes.ts'
import { storeNames } from './store-names.ts'

const session = { tag: 'Media', access: 'session' } as const
const storeParams = z.object({ store: z.enum(storeNames) })
const storeBody = z.object({ store: z.enum(storeNames) })

export const fileStore = z.object({
  name: z.enum(storeNames),
  /** False if files were put there earlier and its address is missing now. */
  isSetUp: z.boolean(),
  /** Server, bucket and folder, without the key; empty for the disk. */
  place: z.string(),
  files: z.int(),
  bytes: z.int(),
  /** RFC 3339, UTC: since when it has not answered; missing while it answers. */
  downSince: z.optional(z.string()),
})
export type FileStore = z.infer<typeof fileStore>

export const getFileStores = defineEndpoint({
  ...session,
  method: 'GET',
  path: '/api/files/stores',
  summary: 'The stores of files, what each holds, and which one takes new files',
  role: 'viewer',
  staleOn: ['files'],
  answers: { 200: z.object({ stores: z.array(fileStore), target: z.enum(storeNames) }) },
  errors: [],
})

export const testFileStore = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/files/stores/:store/test',
  summary: 'Write, read and delete a small file in a store',
  role: 'operator',
  audit: null,
  params: storeParams,
  answers: { 200: z.object({ milliseconds: z.int() }) },
  errors: ['unavailable'],
})

export const setFileTarget = defineEndpoint({
  ...session,
  method: 'PUT',
  path: '/api/files/stores/target',
  summary: 'Choose the store for new files, which is tested first',
  role: 'operator',
  stepUp: true,
  audit: 'files.set_store',
  body: storeBody,
  answers: { 200: z.object({ target: z.enum(storeNames) }) },
  errors: ['invalid_fields', 'unavailable', 'password_needed'],
})

export const moveFiles = defineEndpoint({
  ...session,
  method: 'POST',
  path: '/api/files/stores/move',
  summary: 'Move all files to one store, in the background; continues after a restart',
  role: 'operator',
  audit: 'files.move',
  body: storeBody,
  answers: { 200: z.object({ job: fileJob }) },
  errors: ['invalid_fields', 'conflict', 'unavailable'],
})
