import { expect, it } from 'vitest'
import { pageOf, readPush, windowFor } from './pushes.ts'

it('shows what the relay has sent, and something for what cannot be read', () => {
  const pushed = { id: 'a', title: 'New subscriber', text: '5 sats', path: '/payment-notifications' }
  expect(readPush(JSON.stringify(pushed))).toEqual(pushed)
  for (const json of [undefined, '', 'x', '{}', 'null', '{"id":1,"title":"a","text":"b"}'])
    expect(readPush(json)).toEqual({ id: 'unknown', title: 'HORNETS', text: '', path: '/' })
})

it.each([
  ['/report-notifications?filter=unread', '/report-notifications?filter=unread'],
  ['/moderation/7', '/moderation/7'],
  ['https://elsewhere.example/', '/'],
  ['//elsewhere.example', '/'],
  ['/\\elsewhere.example', '/'],
  [5, '/'],
])('a press on %j opens %s', (path, page) => {
  expect(pageOf(path)).toBe(page)
})

it('uses an open window, the focused one first, and none of the sign-in', () => {
  const [signIn, console, focused] = [
    { url: 'https://hive.example/auth/login', focused: true },
    { url: 'https://hive.example/settings' },
    { url: 'https://hive.example/', focused: true },
  ]
  expect(windowFor([signIn])).toBeUndefined()
  expect(windowFor([signIn, console])).toBe(console)
  expect(windowFor([signIn, console, focused])).toBe(focused)
})
