import { isUtf8 } from 'node:buffer'
import { unknownMime } from './mime.ts'
import { showsByItsBytes, sniffMime } from './sniff-mime.ts'

/** Formats that are built in another one: what was declared may be right though the bytes show only the outer one. */
const builtIn: Readonly<Record<string, RegExp>> = {
  'application/zip': /^(application|model)\//,
  'application/gzip': /^application\//,
  'application/xml': /(\/|\+)xml$|^application\//,
  'image/svg+xml': /^(application|text)\/xml$/,
  'text/html': /^application\/xhtml\+xml$/,
  'image/tiff': /^image\/x-/,
  'image/heic': /^image\/heif$/,
  'video/mp4': /^(audio\/mp4|video\/(quicktime|3gpp2?|x-m4v|mp4))$/,
  'audio/mp4': /^video\/mp4$/,
  'video/webm': /^audio\/webm$/,
  'video/x-matroska': /^audio\/x-matroska$/,
  'audio/ogg': /^(video|application)\/ogg$|^audio\/opus$/,
  'video/ogg': /^application\/ogg$/,
}

/**
 * What a file is kept, judged and served as. The bytes have the last word where they speak; a declared type that its bytes
 * would show and do not is no better than unknown. `declared` is normalised, null when nothing was said.
 */
export function detectMime(declared: string | null, head: Buffer): string {
  const said = declared === unknownMime ? null : declared
  const shown = sniffMime(head)
  if (!shown) {
    if (said) return showsByItsBytes(said) ? unknownMime : said
    return isPlainText(head) ? 'text/plain' : unknownMime
  }
  if (!said || said === shown) return shown
  return isBuiltIn(shown, said) ? said : shown
}

/** Could bytes that show one type be a file of the other? A type of the wide `application/` has to show itself if it can. */
function isBuiltIn(shown: string, said: string): boolean {
  if (said.startsWith('application/') && showsByItsBytes(said)) return false
  return builtIn[shown]?.test(said) === true
}

function isPlainText(head: Buffer): boolean {
  if (head.length === 0 || head.includes(0)) return false
  // The head may end within a character: up to three bytes of it can be missing.
  return [0, 1, 2, 3].some(cut => cut < head.length && isUtf8(head.subarray(0, head.length - cut)))
}
