import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'
import { email, senderOf } from './connections/email.ts'
import { isPorts, outgoing } from './connections/outgoing.ts'
import { s3 } from './connections/s3.ts'
import { contentFilter } from './content-filter.ts'
import { general } from './general.ts'
import type { Group } from './group.ts'
import { imageModeration } from './image-moderation.ts'
import { nestFeeder } from './nest-feeder.ts'
import { ollama } from './ollama.ts'
import { queryCache } from './query-cache.ts'
import { relayInfo } from './relay-info.ts'
import { wallet } from './wallet.ts'
import { xnostr } from './xnostr.ts'

export * from './group.ts'
export { type QueryCacheValues, queryCacheValues } from './query-cache.ts'
export { policyDocuments } from './relay-info.ts'
export { addressInstead, policyCharacters, withoutUserInfo } from './rules.ts'
export {
  contentFilter,
  email,
  general,
  imageModeration,
  isPorts,
  nestFeeder,
  ollama,
  outgoing,
  queryCache,
  relayInfo,
  s3,
  senderOf,
  wallet,
  xnostr,
}

/** The nine groups in the order of the accordion (SET-01, R-39), then what the environment can set too. */
export const settingsGroups: readonly Group[] = [
  imageModeration,
  contentFilter,
  nestFeeder,
  ollama,
  relayInfo,
  wallet,
  general,
  queryCache,
  xnostr,
  email,
  s3,
  outgoing,
]

const tag = 'Settings'
const params = z.object({ group: z.string().check(z.maxLength(50)) })
const values = z.record(z.string(), z.record(z.string(), z.unknown()))

export const getSettings = defineEndpoint({
  method: 'GET',
  path: '/api/settings/:group',
  tag,
  summary: 'One group, keyed by its name, keys without prefix, secrets masked',
  access: 'session',
  role: 'operator',
  params,
  staleOn: ['settings'],
  answers: { 200: values },
  errors: ['not_found'],
})

export const saveSettings = defineEndpoint({
  method: 'POST',
  path: '/api/settings/:group',
  tag,
  summary: 'Change keys of one group, with or without prefix; all or nothing',
  access: 'session',
  role: 'operator',
  demo: 'plays',
  params,
  audit: 'settings.save',
  body: values,
  answers: { 200: z.object({ message: z.string(), restart: z.array(z.string()) }) },
  errors: ['invalid_fields', 'not_found', 'password_needed'],
})
