import { listPaidSubscriberProfiles } from '@hornets/contract/admin/subscriptions/subscribers'
import * as z from 'zod/mini'

export interface Face {
  /** Hex. */
  readonly pubkey: string
  readonly picture?: string
  readonly name?: string
  readonly about?: string
  readonly metadata?: { readonly subscriptionTier?: string; readonly subscribedSince?: string }
}

/** Faces that are asked for at once (SUBS-03, CONST-04). */
export const faceLimit = 12
/** More pages are not asked for: the strip is a glance, not a list. */
const pagesMax = 5

const text = z.catch(z.optional(z.string()), undefined)
/** Only the key is needed (SUBS-05); what else makes no sense is as if it were not there. */
const face = z.object({
  pubkey: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  picture: text,
  name: text,
  about: text,
  metadata: z.catch(z.optional(z.object({ subscriptionTier: text, subscribedSince: text })), undefined),
})

/** The call as other servers answer it, too: whatever comes is read by `readFaces`. */
export const anyFaces = { ...listPaidSubscriberProfiles, answers: { 200: z.unknown() } }

/** What an answer tells: a list, one profile alone, or nothing that is known here (SUBS-21, R-85). */
const rowsOf = (answer: unknown): readonly unknown[] => {
  if (Array.isArray(answer)) return answer
  return face.safeParse(answer).success ? [answer] : []
}

/** The faces of an answer; an entry without a key is none (SUBS-06). */
export function readFaces(answer: unknown): Face[] {
  return rowsOf(answer).flatMap(row => {
    const { data } = face.safeParse(row)
    return data ? [data as Face] : []
  })
}

/** Until one is not full (SUBS-04, R-34), each face once. `readPage`: from 1. */
export async function gatherFaces(readPage: (page: number) => Promise<unknown>): Promise<Face[]> {
  const faces = new Map<string, Face>()
  for (let page = 1; page <= pagesMax; page += 1) {
    const answer = await readPage(page)
    for (const one of readFaces(answer)) if (!faces.has(one.pubkey)) faces.set(one.pubkey, one)
    if (rowsOf(answer).length < faceLimit) break
  }
  return [...faces.values()]
}

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether the relay can fetch this picture of another server; the browser never does, so that nobody learns who looks. */
export function isElsewhere(picture: string | undefined, origin: string): boolean {
  const url = picture && URL.canParse(picture) ? new URL(picture) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.origin !== origin && !localHosts.has(url.hostname)
}

/** A picture that the browser can show itself; undefined for a placeholder of localhost (SUBS-07, R-35). */
export function pictureOf(picture: string | undefined, origin: string): string | undefined {
  if (!picture) return undefined
  if (/^data:image\/(png|jpeg|gif|webp|avif);/.test(picture)) return picture
  if (!URL.canParse(picture, origin)) return undefined
  const url = new URL(picture, origin)
  return url.origin === origin && !localHosts.has(url.hostname) ? url.href : undefined
}
