import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const secret = 'x'.repeat(32)

it('takes where serving machines connect, and where the main process of one is', () => {
  expect(readConfig({ SERVING_LISTEN: '0.0.0.0:9100', SERVING_SECRET: secret })).toMatchObject({
    machines: { host: '0.0.0.0', port: 9100, secret },
    main: undefined,
  })
  expect(readConfig({ RELAY_MAIN: '[2001:db8::1]:9100, main.internal:1', SERVING_SECRET: secret }).main).toEqual({
    places: [
      { host: '2001:db8::1', port: 9100 },
      { host: 'main.internal', port: 1 },
    ],
    secret,
  })
})

it.each([
  'main.internal',
  'main.internal:9100,',
  ':9100',
  'main.internal:70000',
  'http://main.internal:9100',
  '2001:db8::1:9100',
])('refuses an address without host or port: %s', address => {
  expect(() => readConfig({ RELAY_MAIN: address, SERVING_SECRET: secret })).toThrow(
    `RELAY_MAIN should be host:port, or several with commas between them; it is "${address}".`,
  )
})

it('refuses machines without a secret, and a short secret without repeating it', () => {
  for (const name of ['SERVING_LISTEN', 'RELAY_MAIN'])
    expect(() => readConfig({ [name]: 'main.internal:9100' })).toThrow(
      `SERVING_SECRET should be 32 to 200 characters without spaces: ${name} needs it.`,
    )
  expect(() => readConfig({ SERVING_SECRET: secret.slice(1) })).toThrow(
    'SERVING_SECRET should be 32 to 200 characters without spaces; it is something else.',
  )
})
