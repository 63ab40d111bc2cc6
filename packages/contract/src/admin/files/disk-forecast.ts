import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'

/** When the disk is full if the relay's data grows as in the last 30 days. */
export const diskForecast = z.discriminatedUnion('state', [
  /** Too early to tell: so many days are still missing. */
  z.object({ state: z.literal('measuring'), daysMissing: z.int() }),
  /** The data does not grow, or takes more than ten years to fill the disk. */
  z.object({ state: z.literal('steady') }),
  /** `days`: whole days until only the reserved space is left. */
  z.object({ state: z.literal('fills'), days: z.int(), bytesPerDay: z.int() }),
])
export type DiskForecast = z.infer<typeof diskForecast>

export const getDiskForecast = defineEndpoint({
  tag: 'Media',
  access: 'session',
  method: 'GET',
  path: '/api/disk/forecast',
  summary: "Days until the disk is full, from the last 30 days' growth",
  role: 'viewer',
  answers: { 200: z.object({ freeBytes: z.int(), forecast: diskForecast }) },
  errors: [],
})
