import * as z from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { pageQuery } from './page.ts'

const tag = 'Addresses'
const index = z.int().check(z.minimum(0))
/** BIP 329 advises importers to accept this many characters of a label. */
export const labelChars = 255
export const labelFileChars = 4_000_000
const label = z.string().check(z.maxLength(labelChars))
const count = z.int().check(z.minimum(0))

export const listAddresses = defineEndpoint({
  method: 'GET',
  path: '/addresses',
  tag,
  summary: 'Receiving addresses in use, in order',
  access: 'session',
  query: pageQuery,
  answers: {
    200: z.array(
      z.object({
        index,
        address: z.string(),
        used: z.boolean(),
        purpose: z.enum(['operator', 'relay', 'restored']),
        label: z.optional(label),
      }),
    ),
  },
  errors: ['wallet_missing'],
})

export const newAddress = defineEndpoint({
  method: 'POST',
  path: '/addresses',
  tag,
  summary: 'A new receiving address',
  access: 'session',
  audit: null,
  body: z.object({ label: z.optional(label) }),
  answers: { 201: z.object({ index, address: z.string() }) },
  errors: ['wallet_missing', 'unavailable'],
})

export const saveLabel = defineEndpoint({
  method: 'POST',
  path: '/labels',
  tag,
  summary: 'Label a transaction, an address or an output; an empty label removes it',
  access: 'session',
  audit: null,
  body: z.object({
    type: z.enum(['tx', 'addr', 'output']),
    ref: z.string().check(z.minLength(1), z.maxLength(200)),
    label,
  }),
  answers: { 200: z.object({ message: z.string() }) },
  errors: [],
})

export const exportLabels = defineEndpoint({
  method: 'GET',
  path: '/labels/export',
  tag,
  summary: 'All labels and frozen coins, one JSON object per line (BIP 329)',
  access: 'session',
  answers: { 200: null },
  produces: 'application/jsonl; charset=utf-8',
  errors: [],
})

export const importLabels = defineEndpoint({
  method: 'POST',
  path: '/labels/import',
  tag,
  summary: 'Import labels and frozen coins from a BIP 329 file, replacing existing ones',
  access: 'session',
  audit: null,
  body: z.object({ jsonl: z.string().check(z.maxLength(labelFileChars)), preview: z._default(z.boolean(), false) }),
  answers: { 200: z.object({ imported: count, kept: count, released: count, ignored: count }) },
  errors: [],
})
