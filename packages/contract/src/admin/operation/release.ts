import * as z from 'zod/mini'
import { defineEndpoint } from '../../endpoint.ts'

/** `clone`: of the project's repository. `files`: of an unpacked release. */
export const installations = ['clone', 'package', 'container', 'files'] as const
export type Installation = (typeof installations)[number]

const languageCode = z.string().check(z.regex(/^[a-z]{2}$/))

export const getRelease = defineEndpoint({
  method: 'GET',
  path: '/api/release',
  tag: 'Operation',
  access: 'session',
  role: 'operator',
  summary: 'The running version, how it was installed, and what its changelog says',
  /** Of the changes: English where they are not translated. */
  query: z.object({ language: z.optional(languageCode) }),
  answers: {
    200: z.object({
      version: z.string(),
      installation: z.enum(installations),
      changesLanguage: languageCode,
      /** Of this version; text with code between backticks. Empty if the changelog does not name the version. */
      changes: z.array(z.object({ title: z.string(), entries: z.array(z.string()) })),
    }),
  },
  errors: [],
})
