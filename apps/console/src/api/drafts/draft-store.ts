import * as z from 'zod/mini'
import { listeners } from '../../listeners.ts'
import { draftsKey } from '../session/session.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Unsaved edits of a form: values by the name of what was edited. */
export type Edits = Readonly<Record<string, unknown>>

export interface Draft {
  /** When it was written down, in ms since 1970. */
  readonly at: number
  readonly edits: Edits
}

/** Older than a day nobody remembers what it was about. */
export const draftMs = 24 * 60 * 60_000
/** Characters of JSON for all forms together; beyond it the oldest goes. */
export const draftsLengthMax = 100_000

const kept = z.object({
  person: z.string(),
  forms: z.record(z.string(), z.object({ at: z.number(), edits: z.record(z.string(), z.unknown()) })),
})
type Kept = z.infer<typeof kept>

const changes = listeners()

/** Calls back when a draft has gone, or is offered again. Returns the way to stop. */
export const onDraftsChange = changes.listen

/** The drafts of a person in this tab that are young enough, by form. */
export function readDrafts(person: string, now = Date.now()): Readonly<Record<string, Draft>> {
  const found = read()
  if (found?.person !== person) return {}
  return Object.fromEntries(Object.entries(found.forms).filter(([, { at }]) => at <= now && now - at < draftMs))
}

/**
 * Writes down the unsaved edits of a form, over those of it that still wait. Only for this tab, and only of one person: a
 * draft of somebody else goes. Of secrets nothing is kept, and where there is no room nothing either.
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

/** Takes a `forgetDraft` back. */
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
    // A full store keeps no draft; the page goes on as if there were none.
  }
}
