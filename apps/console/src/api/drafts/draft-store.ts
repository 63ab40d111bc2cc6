import * as z from 'zod/mini'
import { emitter } from '../../emitter.ts'
import { draftsKey } from '../session/session.ts'
import { withoutSecrets } from './without-secrets.ts'

export type Edits = Readonly<Record<string, unknown>>

export interface Draft {
  /** When they were stored, in ms since 1970. */
  readonly at: number
  readonly edits: Edits
}

/** Drafts expire after a day. */
export const draftMs = 24 * 60 * 60_000
/** Characters of JSON for all forms; beyond it the oldest drafts are dropped. */
export const draftsLengthMax = 100_000

const kept = z.object({
  account: z.string(),
  forms: z.record(z.string(), z.object({ at: z.number(), edits: z.record(z.string(), z.unknown()) })),
})
type Kept = z.infer<typeof kept>

const changes = emitter()

/** Calls back when a draft is removed or offered again. Returns a function that unsubscribes. */
export const onDraftsChange = changes.subscribe

export function readDrafts(account: string, now = Date.now()): Readonly<Record<string, Draft>> {
  const found = read()
  if (found?.account !== account) return {}
  return Object.fromEntries(Object.entries(found.forms).filter(([, { at }]) => at <= now && now - at < draftMs))
}

/** Merged over earlier ones, for this tab and one account only. Never secrets, and nothing if storage is full. */
export function keepDraft(account: string, form: string, edits: Edits, now = Date.now()): void {
  const clean = withoutSecrets(edits)
  if (Object.keys(clean).length === 0) return
  const { [form]: waiting, ...others } = readDrafts(account, now)
  const ranked = Object.entries({ ...others, [form]: { at: now, edits: { ...waiting?.edits, ...clean } } })
  ranked.sort(([, a], [, b]) => b.at - a.at)
  while (JSON.stringify(ranked).length > draftsLengthMax) ranked.pop()
  write({ account, forms: Object.fromEntries(ranked) })
}

/** Undoes `forgetDraft`. */
export function offerAgain(account: string, form: string, edits: Edits): void {
  keepDraft(account, form, edits)
  changes.emit()
}

export function forgetDraft(account: string, form: string): void {
  const { [form]: _gone, ...others } = readDrafts(account)
  write({ account, forms: others })
  changes.emit()
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
