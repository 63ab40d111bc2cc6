import * as z from 'zod/mini'

export const movedThings = ['settings', 'access', 'subscribers', 'events', 'files'] as const
export type MovedThing = (typeof movedThings)[number]

export const moveCauses = [
  /** It belongs to the other machine: ports, addresses of its services. */
  'of_that_server',
  'secret',
  'unknown_here',
  'invalid',
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
  taken: z.int(),
  already: z.int(),
  left_out: z.array(z.object({ cause: z.enum(moveCauses), count: z.int(), examples: z.array(z.string()) })),
})
export type MovedThingReport = z.infer<typeof movedThing>
