import { z } from 'zod'

const schema = z.object({
  height: z.number().int(),
  hash: z.string(),
  /** By script hash: how far it was read (esplora-mark.ts). */
  marks: z.record(z.string(), z.string()),
})

export type EsploraCursor = z.infer<typeof schema>

/** An unreadable cursor counts as none: everything is requested again. */
export function readCursor(text: string | null): EsploraCursor | null {
  if (text === null) return null
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export function writeCursor(cursor: EsploraCursor): string {
  return JSON.stringify(cursor)
}
