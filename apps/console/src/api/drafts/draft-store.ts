import * as z from 'zod/mini'
import { listeners } from '../../listeners.ts'
import { draftsKey } from '../session/session.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Unsaved edits of a form, by field name. */
export type Edits = Readonly<Record<string, unknown>>

export interface Draft {
  /** When they were stored, in ms since 1970. */
  readonly at: number
  readonly edits: Edits
}

/** After a day nobody remembers them. */
export const draftMs = 24 * 60 * 60_000
/** Characters of JSON for all forms; beyond it the oldest drafts are dropped. */
export const draftsLengthMax = 100_000

const kept = z.object({
  person: z.string(),
  forms: z.record(z.string(), z.object({ at: z.number(), edits: z.record(z.string(), z.unknown()) })),
})
type Kept = z.infer<typeof kept>

const changes = listeners()

/** Calls back when a draft is removed or offered again. Returns a function that unsubscribes. */
export const onDraftsChange = changes.listen

/** A person's recent drafts in this tab, by form. */
export function readDrafts(person: string, now = Date.now()): Readonly<Record<string, Draft>> {
  const found = read()
  if (found?.person !== person) return {}
  return Object.fromEntries(Object.entries(found.forms).filter(([, { at }]) => at <= now && now - at < draftMs))
}

/**
 * Stores a form's unsaved edits, merged over earlier ones. Only for this tab and one person: others' drafts are
 * removed. Never stores secrets, and nothing if storage is full.
 */
export function keepDraft(person: string, form: string, edits: Edits, now = Date.now()): void {
  const clean = withoutSecrets(edits)
  if (Object.keys(clean).length === 0) return
  const { [form]: waiting, ...others } = readDrafts(person, now)
  const ranked = Object.entries({ ...others, [form]: { at: now, edits: { ...waiting?.edits, ...clean } } })
  ranked.sort(([, a], [, b]) => b.at - a.at)
  while (JSON.stringify(ranked).length > draftsLengthMax) ranked.pop()
  write({ person, forms: Object.fromEntries(ranked) })
}

/** Undoes `forgetDraft`. */
export function offerAgain(person: string, form: string, edits: Edits): void {
  keepDraft(person, form, edits)
  changes.tell()
}

export function forgetDraft(person: string, form: string): void {
  const { [form]: _gone, ...others } = readDrafts(person)
  write({ person, forms: others })
  changes.tell()
}

function read(): Kept | undefined {
  try {
    const { success, data } = kept.safeParse(JSON.parse(sessionStorage.getItem(draftsKey) ?? 'null'))
    return success ? data : undefined
  } catch {
    return undefined
  }
}

function write(drafts: Kept): void {
  try {
    if (Object.keys(drafts.forms).length === 0) sessionStorage.removeItem(draftsKey)
    else sessionStorage.setItem(draftsKey, JSON.stringify(drafts))
  } catch {
    // Storage is full: no draft is kept.
  }
}
