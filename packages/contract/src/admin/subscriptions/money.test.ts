import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { type Endpoint, mayCall } from '../../endpoint.ts'
import { isAtLeast, type Role, roles } from '../../roles.ts'
import { adminEndpoints } from '../index.ts'
import { type SearchedCategory, searchedBy, searchResult } from '../search.ts'
import { settingsParts } from '../settings/other-consoles.ts'

const money = /sats|amount|balance|usd|value$|price|revenue|earn|spend|credit|fee|address$/i
/** Published prices, and addresses of the network. */
const known: Readonly<Record<string, readonly string[]>> = {
  'GET /api/account/sessions': ['address'],
  'GET /api/relay-settings': ['price', 'eventsPerAddress', 'filesPerAddress'],
  'GET /api/status': ['address'],
  'GET /api/clients': ['address'],
  'GET /api/refusals': ['address'],
  'GET /api/access/:list': ['value'],
  'POST /api/access/:list': ['value'],
  ...Object.fromEntries(settingsParts.map(part => [`GET /api/settings/${part}`, ['value']])),
  'GET /api/search': ['value', 'address', 'fee_sats'],
}
const isMoneyed = (role: Role) => isAtLeast(role, 'operator')

function namesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(namesIn)
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as { properties?: object }
  return [...Object.keys(properties), ...Object.values(schema).flatMap(namesIn)]
}

const jsonSchemaOf = (schema: unknown) =>
  z.toJSONSchema(schema as z.ZodMiniType, { io: 'output', unrepresentable: 'any' })

const moneyIn = ({ answers }: Endpoint) =>
  Object.values(answers)
    .filter(answer => answer !== null)
    .flatMap(answer => namesIn(jsonSchemaOf(answer)))
    .filter(name => money.test(name))

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const rows = adminEndpoints
  .map(endpoint => ({ name: nameOf(endpoint), endpoint, found: moneyIn(endpoint) }))
  .filter(({ endpoint, found }) => found.length > 0 || endpoint.produces === 'text/csv')

it('there are calls that return money, and the table finds them', () => {
  const names = rows.map(({ name }) => name)
  for (const known of ['GET /api/balance/usd', 'GET /api/transactions/latest', 'GET /api/earnings/export'])
    expect(names).toContain(known)
})

it.each(rows)('INBOX-06: a viewer or moderator sees no money: $name', ({ name, endpoint, found }) => {
  const free = found.every(property => known[name]?.includes(property))
  const readers = roles.filter(role => mayCall(role, endpoint))
  expect([name, readers]).toEqual([name, free && found.length > 0 ? readers : readers.filter(isMoneyed)])
})

it.each(searchResult.def.options.map(option => ({ option, category: option.shape.category.def.values[0] })))(
  'INBOX-06: a viewer or moderator sees no money by searching: $category',
  ({ option, category }) => {
    const found = namesIn(jsonSchemaOf(option)).filter(property => money.test(property))
    const readers = roles.filter(role => isAtLeast(role, searchedBy[category as SearchedCategory]))
    expect(readers).toEqual(found.length > 0 ? readers.filter(isMoneyed) : readers)
  },
)
