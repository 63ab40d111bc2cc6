import { expect, test } from 'vitest'
import { findDebianSource } from './debian-source.mjs'

const usual = '/usr/share/keyrings/debian-archive-keyring.gpg'

test('a machine that names no Debian archive has none', () => {
  expect(findDebianSource([])).toBeUndefined()
  expect(findDebianSource(['deb http://mirror.example/ubuntu jammy main'])).toBeUndefined()
})

test('a source that is commented out is not taken', () => {
  expect(findDebianSource(['# deb http://mirror.example/debian bookworm main'])).toBeUndefined()
  expect(findDebianSource(['Types: deb\n#URIs: http://mirror.example/debian\nSuites: sid'])).toBeUndefined()
})

test('the security archive is not the archive', () => {
  expect(findDebianSource(['deb http://mirror.example/debian-security bookworm-security main'])).toBeUndefined()
})

test('reads a one-line source', () => {
  expect(findDebianSource(['deb http://mirror.example/debian bookworm main'])).toEqual({
    uri: 'http://mirror.example/debian',
    keyring: usual,
  })
  expect(findDebianSource(['deb [arch=amd64 signed-by=/keys/a.gpg] https://mirror.example/debian/ sid main'])).toEqual({
    uri: 'https://mirror.example/debian/',
    keyring: '/keys/a.gpg',
  })
})

test('reads a deb822 source, its own key and not that of the next', () => {
  const text = [
    'Types: deb\nURIs: http://mirror.example/debian-security\nSigned-By: /keys/b.gpg',
    'Types: deb\nURIs: http://mirror.example/debian\nSuites: bookworm\nSigned-By: /keys/a.gpg',
  ].join('\n\n')
  expect(findDebianSource([text])).toEqual({ uri: 'http://mirror.example/debian', keyring: '/keys/a.gpg' })
})
