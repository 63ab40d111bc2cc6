import mimeNames from 'mime'

export const unknownMime = 'application/octet-stream'

/** Pictures that store pixels. SVG is a document. */
export const isPicture = (mime: string): boolean => mime.startsWith('image/') && !mime.endsWith('xml')

const aliases: ReadonlyMap<string, string> = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-ms-bmp', 'image/bmp'],
  ['image/x-bmp', 'image/bmp'],
  ['image/heif', 'image/heic'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/x-wav', 'audio/wav'],
  ['audio/wave', 'audio/wav'],
  ['audio/vnd.wave', 'audio/wav'],
  ['audio/x-flac', 'audio/flac'],
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/m4a', 'audio/mp4'],
  ['application/x-zip-compressed', 'application/zip'],
  ['application/x-gzip', 'application/gzip'],
  ['application/x-rar-compressed', 'application/vnd.rar'],
  ['application/x-pdf', 'application/pdf'],
])

/** A Content-Type as a lower-case name without parameters; null if invalid. */
export function normaliseMime(contentType: string | undefined): string | null {
  const name = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (name.length > 127 || !/^[a-z0-9][a-z0-9.+-]*\/[a-z0-9][a-z0-9.+-]*$/.test(name)) return null
  return aliases.get(name) ?? name
}

const extensions: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpg'],
  ['image/svg+xml', 'svg'],
  ['image/x-icon', 'ico'],
  ['video/quicktime', 'mov'],
  ['video/x-matroska', 'mkv'],
  ['video/x-msvideo', 'avi'],
  ['video/ogg', 'ogv'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp4', 'm4a'],
  ['application/gzip', 'gz'],
  ['application/x-tar', 'tar'],
  ['application/x-7z-compressed', '7z'],
  ['application/vnd.rar', 'rar'],
  ['application/epub+zip', 'epub'],
  ['application/vnd.microsoft.portable-executable', 'exe'],
  ['text/javascript', 'js'],
  ['text/plain', 'txt'],
  ['text/markdown', 'md'],
  ['model/gltf-binary', 'glb'],
])

/** The extension of a blob's URL (BUD-02), without the dot. */
export function extensionOf(mime: string): string {
  const known = extensions.get(mime)
  if (known) return known
  const subtype = mime.slice(mime.indexOf('/') + 1)
  return /^[a-z0-9]{2,5}$/.test(subtype) ? subtype : (mimeNames.getExtension(mime) ?? 'bin')
}

/** The type that the extension of a path names; null without one. */
export const mimeOfPath = (path: string): string | null => normaliseMime(mimeNames.getType(path) ?? undefined)

/** Pictures, sound, film and plain text: anything that could run scripts (SVG, HTML, XML, PDF, …) is a download. */
export function isShownInline(mime: string): boolean {
  if (mime === 'text/plain') return true
  return /^(image|video|audio)\//.test(mime) && !/\bxml$/.test(mime)
}
