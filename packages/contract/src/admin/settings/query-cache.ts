import * as z from 'zod/mini'
import { messages } from '../../messages.ts'
import { defineGroup, type Group } from './group.ts'
import { hasNoUserInfo } from './rules.ts'

/** Objects cannot hold this name; JSON with it is refused, except with white space around it. */
const isKept = (key: string) => key !== '__proto__'

const optionText = z.string().check(z.maxLength(2000), z.refine(hasNoUserInfo, { error: messages.urlWithPassword }))

/** A free map: any key, each value a text, number or boolean. */
export const queryCacheValues = z
  .record(
    z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.refine(isKept)),
    z.union([optionText, z.number(), z.boolean()]),
  )
  .check(z.refine(map => Object.keys(map).length <= 200))
export type QueryCacheValues = z.infer<typeof queryCacheValues>

/** No fixed fields: its value is the map, replaced as a whole. */
export const queryCache: Group = defineGroup({
  name: 'query_cache',
  path: 'query-cache',
  title: 'Query cache',
  description:
    'Keeps answers to repeated queries in memory: enabled (off), max_entries (1000), ttl_seconds (10). Other names are stored and do nothing.',
  prefixed: false,
  fields: {},
})
