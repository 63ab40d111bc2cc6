import * as z from 'zod/mini'

/** What a move brings from another server of the family, in the order in which it is taken. */
export const movedThings = ['settings', 'access', 'subscribers', 'events', 'files'] as const
export type MovedThing = (typeof movedThings)[number]

/** Why something of a kind was not taken. */
export const moveCauses = [
  /** It belongs to the other machine: ports, addresses of its services. */
  'of_that_server',
  'secret',
  'unknown_here',
  'invalid',
  /** It is not written as Nostr asks for, or by another key. */
  'not_genuine',
  'read_only',
  'refused',
  'not_given',
  'too_large',
  'wrong_hash',
  'address_taken',
] as const
export type MoveCause = (typeof moveCauses)[number]

export const moveExamplesMax = 20

export const movedThing = z.object({
  thing: z.enum(movedThings),
  state: z.enum(['waiting', 'running', 'done']),
  /** Null where the other server does not say. */
  found: z.nullable(z.int()),
  /** New here, and what was here before. */
  taken: z.int(),
  already: z.int(),
  left_out: z.array(z.object({ cause: z.enum(moveCauses), count: z.int(), examples: z.array(z.string()) })),
})
export type MovedThingReport = z.infer<typeof movedThing>
