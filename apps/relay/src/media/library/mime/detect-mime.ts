import { isUtf8 } from 'node:buffer'
import { unknownMime } from './mime.ts'
import { showsByItsBytes, sniffMime } from './sniff-mime.ts'

/** Formats inside container formats: the declared type can be right although the bytes only show the container. */
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

/** A declared type that the bytes would show but do not counts as unknown. `declared` is normalised. */
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

/** Types under `application/` must be recognised if they can be. */
function isBuiltIn(shown: string, said: string): boolean {
  if (said.startsWith('application/') && showsByItsBytes(said)) return false
  return builtIn[shown]?.test(said) === true
}

function isPlainText(head: Buffer): boolean {
  if (head.length === 0 || head.includes(0)) return false
  // The head may end inside a character: up to three bytes can be missing.
  return [0, 1, 2, 3].some(cut => cut < head.length && isUtf8(head.subarray(0, head.length - cut)))
}
