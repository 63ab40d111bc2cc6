import { expect, it } from 'vitest'
import { z } from 'zod'
import { readEnvironment, sharedExpected, sharedVariables } from './environment.ts'

const read = (env: Record<string, string>) => readEnvironment(z.object(sharedVariables), sharedExpected, [], env)

it.each([
  'true',
  '10.0.0.0/99',
  '10.0.0.0/33',
  '2001:db8::/129',
  '10.0.0.0/0',
  '10.0.0.0/',
  '10.0.0.0/8/3',
  '10.0.0.1,',
])('refuses invalid proxies before the start: %s', given => {
  expect(() => read({ TRUST_PROXY: given })).toThrow(
    `TRUST_PROXY should be ${sharedExpected.TRUST_PROXY}; it is "${given}".`,
  )
})

it('takes proxies by address, by network and by the names of networks', () => {
  const { TRUST_PROXY } = read({ TRUST_PROXY: 'loopback, uniquelocal,linklocal, 10.0.0.1,10.0.0.0/8,2001:db8::/32' })
  expect(TRUST_PROXY).toEqual(['loopback', 'uniquelocal', 'linklocal', '10.0.0.1', '10.0.0.0/8', '2001:db8::/32'])
})

it('lists all errors together without secrets', () => {
  const schema = z.object({ KEY: z.string().min(8).optional(), COLOUR: z.enum(['red']).default('red') })
  const expected = { KEY: 'a key', COLOUR: 'red' }
  const colours = (env: Record<string, string>) => readEnvironment(schema, expected, ['KEY'], env)
  expect(() => colours({ KEY: 'hidden', COLOUR: 'blue' })).toThrow(
    /^KEY should be a key; it is something else\.\nCOLOUR should be red; it is "blue"\.$/,
  )
  expect(colours({ KEY: ' ' })).toEqual({ COLOUR: 'red' })
})
