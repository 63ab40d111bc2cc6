import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'

const fixedSetting = z.object({ group: z.string(), key: z.string(), variable: z.string() })
export type FixedSetting = z.infer<typeof fixedSetting>

export const getEnvironment = defineEndpoint({
  method: 'GET',
  path: '/api/environment',
  tag: 'Settings',
  summary: 'The settings that the environment sets, and nothing else can, without their values',
  access: 'session',
  role: 'viewer',
  answers: { 200: z.object({ fixed: z.array(fixedSetting) }) },
  errors: [],
})
