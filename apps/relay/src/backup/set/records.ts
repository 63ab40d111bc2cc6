import * as z from 'zod/mini'

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const bytes = z.int().check(z.minimum(0))

/** Relative, and nowhere outside: a stranger may have written the backup. */
export const isInside = (path: string): boolean =>
  path !== '' && !/^[\\/]|^[A-Za-z]:|\\|\0/.test(path) && path.split('/').every(part => !['', '.', '..'].includes(part))

const counts = z.object({ events: z.int(), files: z.int(), admins: z.int() })
export type Counts = z.infer<typeof counts>

export const manifest = z.object({
  format: z.literal(1),
  created_at: z.string(),
  version: z.string(),
  counts,
  files: z.array(z.object({ path: z.string().check(z.refine(isInside)), hash, bytes })),
})
export type Manifest = z.infer<typeof manifest>

/** A backup that is complete: written last, and readable without the key. */
export const head = z.object({
  format: z.literal(1),
  created_at: z.string(),
  version: z.string(),
  cipher: z.string().check(z.regex(/^(plain|[0-9a-f]{16})$/)),
  manifest: hash,
  files: z.int(),
  bytes,
  /** What this backup stored that was not there before. */
  new_bytes: bytes,
})
export type Head = z.infer<typeof head>

/** In the folder or bucket of each set: whose backups they are. */
export const marker = z.object({ format: z.literal(1), relay: z.string() })
