import * as z from 'zod/mini'
import type { Noun } from './sections.ts'

export interface Entry {
  readonly value: string
  readonly reason: string
}

const reasoned = { reason: z.optional(z.nullable(z.string())) }
const answers = {
  key: z.object({ pubkey: z.string(), ...reasoned }),
  event: z.object({ id: z.string(), ...reasoned }),
  address: z.object({ ip: z.string(), ...reasoned }),
  kind: z.int(),
} as const

const hex = /^[0-9a-f]{64}$/

/** A list as a relay answers it; what does not have the form of its entries is left out. */
export function readListed(noun: Noun, answer: unknown): readonly Entry[] {
  if (!Array.isArray(answer)) return []
  const found = answer.flatMap((one): Entry[] => {
    const parsed = answers[noun].safeParse(one)
    if (!parsed.success) return []
    if (typeof parsed.data === 'number') return [{ value: String(parsed.data), reason: '' }]
    const { reason, ...named } = parsed.data
    const value = Object.values(named)[0] ?? ''
    const isWell = noun === 'address' ? value.length <= 64 : hex.test(value)
    return isWell ? [{ value, reason: (reason ?? '').slice(0, 500) }] : []
  })
  return [...new Map(found.map(entry => [entry.value, entry])).values()]
}

const kindMax = 65_535

/** The typed value in the method's form, or null if it is invalid. */
export function readTyped(noun: Noun, text: string, readKey: (text: string) => string | null): string | null {
  const typed = text.trim()
  if (noun === 'key') return readKey(typed)
  if (noun === 'event') return hex.test(typed.toLowerCase()) ? typed.toLowerCase() : null
  if (noun === 'kind') return /^\d{1,5}$/.test(typed) && Number(typed) <= kindMax ? String(Number(typed)) : null
  return /^[0-9a-f.:]{2,45}(\/\d{1,3})?$/i.test(typed) ? typed : null
}

export const paramsOf = (noun: Noun, { value, reason }: Entry): (string | number)[] =>
  noun === 'kind' ? [Number(value)] : [value, ...(reason === '' ? [] : [reason])]
