import { expect, test } from 'vitest'
import { detectMime } from './detect-mime.ts'
import { extensionOf, isShownInline, normaliseMime } from './mime.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const pngHead = latin('\x89PNG\r\n\x1a\n....')
const zipHead = latin('PK\x03\x04....')
const mp4Head = latin('\0\0\0\x18ftypisom....')

test.each<[string | null, Buffer, string, string]>([
  ['image/jpeg', pngHead, 'image/png', 'the bytes have the last word'],
  ['text/plain', pngHead, 'image/png', 'over a type without a signature too'],
  [null, pngHead, 'image/png', 'and where nothing was said'],
  ['application/octet-stream', pngHead, 'image/png', 'or nothing in particular'],
  ['image/png', latin('hello'), 'application/octet-stream', 'a claim that its bytes would show is not believed'],
  ['application/epub+zip', zipHead, 'application/epub+zip', 'a format built in zip keeps its name'],
  ['application/pdf', zipHead, 'application/zip', 'but not one that would show itself'],
  ['image/png', zipHead, 'application/zip', 'nor one of another kind'],
  ['video/quicktime', mp4Head, 'video/quicktime', 'siblings of one container are believed'],
  ['audio/mp4', mp4Head, 'audio/mp4', 'sound in a film container'],
  ['image/png', mp4Head, 'video/mp4', 'a film is no picture'],
  ['text/csv', latin('a,b\n1,2'), 'text/csv', 'text is what it is called'],
  [null, latin('just words'), 'text/plain', 'text without a name is plain'],
  [null, Buffer.from('wörds').subarray(0, 2), 'text/plain', 'even when it is cut within a character'],
  [null, Buffer.from([1, 0, 2, 255]), 'application/octet-stream', 'other bytes without a name are unknown'],
  [null, latin('BM\x36\x10\0\0\0\0\0\0\x36\0\0\0'), 'image/bmp', 'a bitmap by its empty fields'],
  [null, latin('BMW and others'), 'text/plain', 'two letters are no bitmap'],
  [null, latin('\0\0\0\x0cjP  \r\n\x87\n\0'), 'image/jp2', 'JPEG 2000'],
  ['text/plain', latin('<!DOCTYPE html><p>'), 'text/html', 'a document is found out'],
  ['image/svg+xml', latin('<?xml version="1.0"?>\n<svg/>'), 'image/svg+xml', 'a drawing with a prolog'],
  ['audio/mpeg', latin('\xff\xfb\x90\x00'), 'audio/mpeg', 'MP3 without a tag'],
  ['audio/webm', latin('\x1a\x45\xdf\xa3....webm'), 'audio/webm', 'WebM sound'],
])('called %s, %#: detects the type', (declared, head, mime, why) => {
  expect(detectMime(declared, head), why).toBe(mime)
})

test('a Content-Type is reduced to one common name, or to none', () => {
  expect(normaliseMime('Image/JPG; charset=x')).toBe('image/jpeg')
  expect(normaliseMime('audio/mp3')).toBe('audio/mpeg')
  for (const none of [undefined, '', 'png', 'a/b/c', 'text/html\r\nx: y', '../..', `a/${'b'.repeat(200)}`])
    expect(normaliseMime(none)).toBeNull()
})

test('an extension is short, plain and never a path', () => {
  expect(['image/png', 'image/jpeg', 'audio/mpeg', 'application/x-tar'].map(extensionOf)).toEqual([
    'png',
    'jpg',
    'mp3',
    'tar',
  ])
  const active = ['text/javascript', 'application/xhtml+xml', 'application/vnd.apple.mpegurl']
  expect(active.map(extensionOf)).toEqual(['js', 'xhtml', 'm3u8'])
  expect(extensionOf('application/vnd.some-very.long+thing')).toBe('bin')
})

test('serves only images, audio, video and plain text inline', () => {
  expect(['image/png', 'video/mp4', 'audio/ogg', 'text/plain'].every(isShownInline)).toBe(true)
  const active = [
    'image/svg+xml',
    'text/html',
    'text/xml',
    'application/xml',
    'application/xhtml+xml',
    'application/pdf',
    'text/javascript',
    'application/octet-stream',
  ]
  expect(active.some(isShownInline)).toBe(false)
})
