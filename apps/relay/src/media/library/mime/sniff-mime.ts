export const sniffedBytes = 4096

type Signature = readonly [mime: string, offset: number, bytes: string]

/** Latin-1 strings, so that each character is a byte. */
const signatures: readonly Signature[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/tiff', 0, 'II*\0'],
  ['image/tiff', 0, 'MM\0*'],
  ['image/jp2', 0, '\0\0\0\x0cjP  \r\n\x87\n'],
  ['image/x-icon', 0, '\0\0\x01\0'],
  ['audio/flac', 0, 'fLaC'],
  ['audio/mpeg', 0, 'ID3'],
  ['audio/mpeg', 0, '\xff\xfb'],
  ['audio/mpeg', 0, '\xff\xf3'],
  ['audio/mpeg', 0, '\xff\xf2'],
  ['audio/aac', 0, '\xff\xf1'],
  ['audio/aac', 0, '\xff\xf9'],
  ['application/pdf', 0, '%PDF-'],
  ['application/zip', 0, 'PK\x03\x04'],
  ['application/zip', 0, 'PK\x05\x06'],
  ['application/gzip', 0, '\x1f\x8b\x08'],
  ['application/x-7z-compressed', 0, '7z\xbc\xaf\x27\x1c'],
  ['application/vnd.rar', 0, 'Rar!\x1a\x07'],
  ['application/x-tar', 257, 'ustar'],
  ['application/wasm', 0, '\0asm'],
  ['application/x-elf', 0, '\x7fELF'],
  ['application/vnd.microsoft.portable-executable', 0, 'MZ\x90\0'],
  ['model/gltf-binary', 0, 'glTF'],
  ['font/woff2', 0, 'wOF2'],
]

const riffForms: ReadonlyMap<string, string> = new Map([
  ['WEBP', 'image/webp'],
  ['WAVE', 'audio/wav'],
  ['AVI ', 'video/x-msvideo'],
])

/** Major brands of ISO base media files (ISO/IEC 14496-12); the others are MP4. */
const isoBrands: ReadonlyMap<string, string> = new Map([
  ['avif', 'image/avif'],
  ['avis', 'image/avif'],
  ['heic', 'image/heic'],
  ['heix', 'image/heic'],
  ['mif1', 'image/heic'],
  ['msf1', 'image/heic'],
  ['qt  ', 'video/quicktime'],
  ['M4A ', 'audio/mp4'],
  ['M4B ', 'audio/mp4'],
])

/** The type shown by the first bytes; null if unclear. */
export function sniffMime(head: Buffer): string | null {
  const bytes = head.subarray(0, sniffedBytes).toString('latin1')
  // Two letters alone could be text: four reserved bytes follow the size.
  if (bytes.startsWith('BM') && bytes.slice(6, 10) === '\0\0\0\0') return 'image/bmp'
  if (bytes.startsWith('RIFF')) return riffForms.get(bytes.slice(8, 12)) ?? null
  if (bytes.slice(4, 8) === 'ftyp') return isoBrands.get(bytes.slice(8, 12)) ?? 'video/mp4'
  if (bytes.startsWith('\x1a\x45\xdf\xa3')) return bytes.includes('webm') ? 'video/webm' : 'video/x-matroska'
  if (bytes.startsWith('OggS')) return bytes.includes('theora') ? 'video/ogg' : 'audio/ogg'
  const signature = signatures.find(([, offset, magic]) => bytes.startsWith(magic, offset))
  return signature?.[0] ?? sniffMarkup(bytes)
}

/** Text that a browser could treat as a document, whatever its declared type. */
function sniffMarkup(bytes: string): string | null {
  const text = bytes
    .replace(/^\xef\xbb\xbf/, '')
    .replace(/^(\s|<!--[\s\S]*?-->)+/, '')
    .toLowerCase()
  if (/^(<!doctype html|<html|<head|<body|<script|<iframe|<style)\b/.test(text)) return 'text/html'
  if (/^<svg\b/.test(text)) return 'image/svg+xml'
  if (/^(<\?xml|<!doctype)\b/.test(text)) return /<svg\b/.test(text) ? 'image/svg+xml' : 'application/xml'
  return null
}

/** Types that are always recognised by their first bytes. */
const alwaysShows: ReadonlySet<string> = new Set([
  ...signatures.map(([mime]) => mime).filter(mime => !['audio/mpeg', 'audio/aac', 'application/x-tar'].includes(mime)),
  ...riffForms.values(),
  ...isoBrands.values(),
  'image/bmp',
  'video/mp4',
  'video/webm',
  'video/x-matroska',
  'video/ogg',
  'audio/ogg',
])

export function showsByItsBytes(mime: string): boolean {
  return alwaysShows.has(mime)
}
