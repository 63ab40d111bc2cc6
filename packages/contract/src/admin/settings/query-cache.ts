import * as z from 'zod/mini'
import { messages } from '../../messages.ts'
import { defineGroup, type Group } from './group.ts'
import { hasNoUserInfo } from './rules.ts'

const isKept = (key: string) => key !== '__proto__'

const optionText = z.string().check(z.maxLength(2000), z.refine(hasNoUserInfo, { error: messages.urlWithPassword }))

export const queryCacheValues = z
  .record(
    z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.refine(isKept)),
    z.union([optionText, z.number(), z.boolean()]),
  )
  .check(z.refine(map => Object.keys(map).length <= 200))
export type QueryCacheValues = z.infer<typeof queryCacheValues>

export const queryCache: Group = defineGroup({
  name: 'query_cache',
  path: 'query-cache',
  title: 'Query cache',
  description:
    'Keeps answers to repeated queries in memory: enabled (off), max_entries (1000), ttl_seconds (10). Other names are stored and do nothing.',
  prefixed: false,
  fields: {},
})
