import * as z from 'zod/mini'

export const pageRowsMax = 1000

/** A page of a list: one shorter than requested is the last. */
export const pageQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(pageRowsMax)), pageRowsMax),
  offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
})
export type PageQuery = z.infer<typeof pageQuery>
