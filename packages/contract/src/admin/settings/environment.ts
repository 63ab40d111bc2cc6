import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'

const fixedSetting = z.object({
  group: z.string(),
  key: z.string(),
  variable: z.string(),
  /** It can be saved, for a start without the variable. */
  isSavable: z.optional(z.boolean()),
})
export type FixedSetting = z.infer<typeof fixedSetting>

export const getEnvironment = defineEndpoint({
  method: 'GET',
  path: '/api/environment',
  tag: 'Settings',
  summary: 'The settings that the environment sets, without their values',
  access: 'session',
  role: 'operator',
  answers: { 200: z.object({ fixed: z.array(fixedSetting) }) },
  errors: [],
})
