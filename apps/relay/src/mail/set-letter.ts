import type { Letter } from './letters/letter.ts'
import type { Mail } from './mailer.ts'

interface Surroundings {
  /** BCP 47. */
  readonly language: string
  /** Name of the relay. */
  readonly relay: string
}

/** Plain text, and the same as simple HTML. */
export function setLetter(
  { subject, paragraphs, highlight }: Letter,
  { language, relay }: Surroundings,
): Omit<Mail, 'to'> {
  const [first = '', ...others] = paragraphs
  const parts = highlight === undefined ? paragraphs : [first, highlight, ...others]
  const html = parts.map(part => (part === highlight ? highlighted(part) : `<p style="${text}">${escaped(part)}</p>`))
  return {
    subject: subject.replace(/[\r\n]+/g, ' '),
    text: `${parts.join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
      `</head><body style="margin:0;padding:24px 16px;font:16px/1.5 sans-serif">`,
      `<div style="max-width:560px;margin:0 auto"><p style="${text};font-weight:700">${escaped(relay)}</p>`,
      ...html,
      '</div></body></html>',
    ].join(''),
  }
}

const text = 'margin:0 0 16px;overflow-wrap:anywhere'

/** A link to open, or a code to read and type. */
function highlighted(part: string): string {
  const safe = escaped(part)
  return /^https?:/.test(part)
    ? `<p style="${text}"><a href="${safe}">${safe}</a></p>`
    : `<p style="margin:0 0 16px;font:700 28px/1.5 monospace;letter-spacing:4px">${safe}</p>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (words: string) => words.replace(/[&<>"]/g, character => entities[character] ?? character)
