import { cleanWords } from '@hornets/contract/text/clean-words'

const charactersMax = 200

/** An uploader's file name, made safe to show and save: no path, no control or direction characters, not too long. */
export function cleanName(given: string): string {
  const plain = cleanWords(given.normalize('NFC').replace(/^.*[/\\]/su, ''))
  return [...plain].slice(0, charactersMax).join('').replace(/^\.+/, '')
}

/** A Content-Disposition (RFC 6266): an ASCII name for old clients, and the exact one (RFC 8187). */
export function dispositionOf(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  if (ascii === name) return `${kind}; filename="${name}"`
  const encoded = encodeURIComponent(name).replace(/['()*]/g, one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
