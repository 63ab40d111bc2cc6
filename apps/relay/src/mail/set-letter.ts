import type { Letter } from './letters/letter.ts'
import type { Mail } from './mailer.ts'

interface Surroundings {
  /** BCP 47. */
  readonly language: string
  readonly relay: string
}

/** Loads nothing, inline styles: mail programs drop the rest. Transparent greys suit dark themes. */
export function setLetter(
  { subject, paragraphs, highlight, call, stop }: Letter,
  { language, relay }: Surroundings,
): Omit<Mail, 'to'> {
  const [first = '', ...others] = paragraphs
  const plain = highlight === undefined ? paragraphs : [first, highlight, ...others]
  const html = [
    paragraph(first),
    ...(highlight === undefined ? [] : [call === undefined ? codeBox(highlight) : linkButton(highlight, call)]),
    ...others.map(paragraph),
    ...(stop ? [stopLine(stop)] : []),
  ]
  return {
    subject: subject.replace(/[\r\n]+/g, ' '),
    text: `${[...plain, ...(stop ? [`${stop.words}: ${stop.url}`] : [])].join('\n\n')}\n\n-- \n${relay}\n`,
    ...(stop && { stopUrl: stop.url }),
    html: [
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
      `<title>${escaped(subject)}</title></head><body style="margin:0;padding:24px 16px;${font}">`,
      `<div style="max-width:520px;margin:0 auto;padding:24px 24px 8px;border:1px solid ${grey(35)};border-radius:8px">`,
      ...html,
      `<p style="${text};padding-top:16px;border-top:1px solid ${grey(35)};font-size:14px;font-weight:700">${escaped(relay)}</p>`,
      '</div></body></html>',
    ].join(''),
  }
}

const font = 'font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif'
const text = 'margin:0 0 16px;overflow-wrap:anywhere'
const grey = (percent: number) => `rgba(128,128,128,${percent / 100})`

const paragraph = (words: string) => `<p style="${text}">${escaped(words)}</p>`

const stopLine = ({ words, url }: NonNullable<Letter['stop']>) =>
  `<p style="${text};font-size:13px"><a href="${escaped(url)}" style="color:inherit">${escaped(words)}</a></p>`

function codeBox(code: string): string {
  const box = `margin:0 0 16px;padding:12px;border-radius:6px;background:${grey(15)};text-align:center`
  return `<p style="${box};font:700 28px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${escaped(code)}</p>`
}

/** The address is repeated below, for programs without buttons and readers who check links. */
function linkButton(address: string, call: string): string {
  const safe = escaped(address)
  const button =
    'display:inline-block;padding:10px 20px;border-radius:6px;background:#f0a31a;color:#1c1400;font-weight:700;text-decoration:none'
  return [
    `<p style="${text}"><a href="${safe}" style="${button}">${escaped(call)}</a></p>`,
    `<p style="${text};font-size:13px"><a href="${safe}" style="color:inherit">${safe}</a></p>`,
  ].join('')
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (words: string) => words.replace(/[&<>"]/g, character => entities[character] ?? character)
