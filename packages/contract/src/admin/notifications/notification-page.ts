import * as z from 'zod/mini'

export const pagination = z.object({
  currentPage: z.int(),
  pageSize: z.int(),
  totalItems: z.int(),
  totalPages: z.int(),
  hasNext: z.boolean(),
  hasPrevious: z.boolean(),
})
export type Pagination = z.infer<typeof pagination>

export interface NotificationPage<Row> {
  readonly notifications: readonly Row[]
  readonly pagination: Pagination
}

const page = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1)
const limit = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 10)

export const pageQuery = { page, limit }

export const notificationDone = z.object({ success: z.literal(true), message: z.string() })

export const notificationId = z.int().check(z.minimum(1))
