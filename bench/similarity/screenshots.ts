import { type Draw, drawn, height, line, many, type Random, some, within, word } from './drawing.ts'

// Screenshots of text: the layout of an app is the same on each, only the words differ.

interface Theme {
  readonly paper: string
  readonly ink: string
  readonly faint: string
  readonly bar: string
  readonly accent: string
}

const text = (x: number, y: number, size: number, fill: string, words: string, more = '') =>
  `<text x="${x}" y="${y}" font-family="DejaVu Sans" font-size="${size}" fill="${fill}" ${more}>${words}</text>`

type Layout = (random: Random, theme: Theme) => string

/** Lines from margin to margin; the last one of a paragraph ends anywhere. */
const article: Layout = (random, { ink, bar }) =>
  `<rect width="100%" height="40" fill="${bar}"/><circle cx="24" cy="20" r="10" fill="${ink}"/>${text(44, 26, 16, ink, line(random, 24))}${many(
    19,
    at => text(20, 70 + at * 21, 14, ink, line(random, at % 5 === 4 ? within(random, 10, 60) : 78)),
  )}`

const inbox: Layout = (random, { ink, faint, bar, accent }) =>
  `<rect width="100%" height="48" fill="${bar}"/>${text(24, 31, 18, ink, 'Messages')}${many(7, at => {
    const y = 60 + at * 60
    return `<circle cx="46" cy="${y + 26}" r="20" fill="${accent}"/>${text(84, y + 20, 15, ink, line(random, within(random, 16, 26)), 'font-weight="bold"')}${text(84, y + 42, 13, faint, line(random, within(random, 50, 64)))}${text(580, y + 20, 12, faint, `${Math.floor(within(random, 10, 24))}:${Math.floor(within(random, 10, 60))}`)}`
  })}`

/** A menu at the left, rows of a name and a value. */
const settings: Layout = (random, { ink, faint, bar, accent }) =>
  `<rect width="180" height="100%" fill="${bar}"/>${many(9, at => text(20, 50 + at * 44, 14, at === 2 ? accent : ink, line(random, 18)))}${many(
    8,
    at =>
      `${text(210, 48 + at * 54, 15, ink, line(random, within(random, 20, 34)))}${text(210, 66 + at * 54, 12, faint, line(random, within(random, 40, 52)))}<rect x="570" y="${38 + at * 54}" width="40" height="20" rx="10" fill="${random() < 0.5 ? accent : faint}"/>`,
  )}`

/** Numbers of lines, and code that is indented by the same steps. */
const code: Layout = (random, { ink, faint, bar, accent }) =>
  `<rect width="100%" height="30" fill="${bar}"/>${text(20, 20, 13, ink, line(random, 22))}${many(24, at => {
    const indent = [0, 1, 2, 2, 1, 2, 3, 1][at % 8] ?? 0
    return `${text(14, 52 + at * 18, 12, faint, String(at + 1))}${text(48 + indent * 22, 52 + at * 18, 12, at % 3 === 0 ? accent : ink, line(random, within(random, 26, 58)))}`
  })}`

/** Bubbles of one chat, left and right in turns. */
const chat: Layout = (random, { ink, faint, bar, accent, paper }) =>
  `<rect width="100%" height="52" fill="${bar}"/><circle cx="34" cy="26" r="16" fill="${accent}"/>${text(62, 32, 16, ink, `${word(random)} ${word(random)}`)}${many(
    6,
    at => {
      const mine = at % 2 === 1
      const [x, y] = [mine ? 230 : 20, 66 + at * 68]
      return `<rect x="${x}" y="${y}" width="390" height="58" rx="14" fill="${mine ? accent : bar}"/>${many(2, row => text(x + 16, y + 23 + row * 20, 14, mine ? paper : ink, line(random, row === 0 ? 48 : within(random, 20, 46))))}${text(x + 350, y + 50, 10, mine ? paper : faint, '12:34')}`
    },
  )}`

const layouts = [article, inbox, settings, code, chat]

export const screenshot =
  (theme: Theme): Draw =>
  random =>
    drawn(`<rect width="100%" height="${height}" fill="${theme.paper}"/>${some(random, layouts)(random, theme)}`)

export const light: Theme = { paper: '#fff', ink: '#222', faint: '#888', bar: '#e8ebf0', accent: '#2b6cb0' }
export const dark: Theme = { paper: '#15181c', ink: '#d8dce0', faint: '#7a828c', bar: '#22262c', accent: '#5aa2e8' }
