import { describe, expect, it } from 'vitest'
import { documentFor, isHashed, isPlainFile, seemsDown } from './requests.ts'

describe('SHELL-29: the service worker', () => {
  it.each([
    '/api/status',
    '/api/balance/usd',
    '/wallet/transaction',
    '/user-exist',
    '/health',
    '/openapi.json',
    '/docs',
  ])('leaves %s to the server', path => {
    expect([documentFor(path), isHashed(path), isPlainFile(path)]).toEqual([undefined, false, false])
  })

  it('never answers with its own content', () => {
    expect([documentFor('/service-worker.js'), isPlainFile('/service-worker.js')]).toEqual([undefined, false])
  })

  it.each([
    ['/', '/index.html'],
    ['/wallet', '/index.html'],
    ['/settings/image_moderation', '/index.html'],
    ['/no-such', '/index.html'],
    ['/auth/login', '/auth.html'],
    ['/v1.2', '/index.html'],
    ['/index.php', '/index.html'],
  ])('shows for %s the document %s', (path, document) => {
    expect(documentFor(path)).toBe(document)
  })

  it('knows files by their names, and shows no document for them', () => {
    expect(['/theme.js', '/mark.svg', '/icon-192.png', '/manifest.webmanifest'].every(isPlainFile)).toBe(true)
    expect(isHashed('/assets/react-C1iE8mnY.js')).toBe(true)
    expect(['/mark.svg', '/assets/react-C1iE8mnY.js'].map(documentFor)).toEqual([undefined, undefined])
  })

  it("treats a proxy without a relay as no response, and a relay's error as one", () => {
    expect([502, 503, 504, 500, 404, 200].map(seemsDown)).toEqual([true, true, true, false, false, false])
  })
})
