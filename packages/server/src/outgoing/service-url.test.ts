import { expect, test } from 'vitest'
import { serviceUrl } from './service-url.ts'

test.each(['file:///etc/hosts', 'ftp://example.com', 'http://', ''])(
  'refuses %s as the address of a service',
  address => {
    expect(() => serviceUrl(address)).toThrow('The service cannot be reached')
  },
)

test.each([
  ['localhost:8000/moderate', 'http://localhost:8000/moderate'],
  ['https://judge.example', 'https://judge.example/'],
  ['[::1]:9/x', 'http://[::1]:9/x'],
])('takes %s as the address of a service', (address, url) => {
  expect(serviceUrl(address).href).toBe(url)
})
