interface Habit {
  readonly words: RegExp
  readonly instead: string
}

const titleHabits: readonly Habit[] = [
  { words: /(^|[.:;] )(who(ever|m)?|what(ever)?|where|whether|nobody|nothing) /i, instead: 'start with the subject' },
]

const habits: readonly Habit[] = [
  { words: /(?<!\b[Tt]here )\b(is|are|was|were) (no|none)\b(?! longer)/, instead: 'is not, has no' },
  { words: /\btold\b|\btells? of\b/, instead: 'reports, shows, notifies' },
  { words: /\bat once\b/, instead: 'immediately, together' },
  { words: /\bstands?\b/, instead: 'is, is shown, applies' },
  { words: /\bgoes\b|\bgo on\b|\b(is|are) (over|gone)\b/, instead: 'moves, continues, has ended, is removed' },
  { words: /\bbe had\b/, instead: 'is available' },
  { words: /\b(any|no|some)body\b/, instead: 'name who it is' },
  { words: /, (whatever|however)\b|, too(?! \w)/, instead: 'also, any' },
  { words: /\bof (its|our|their) own\b/, instead: 'separate, own' },
  { words: /\banew\b|\bfor good\b|\bbut for\b/, instead: 'again, permanently, except' },
  { words: /\bmails?\b(?! server)/, instead: 'email' },
  { words: /\b(films?|likeness|pictures?)\b/, instead: 'video, similarity, image' },
  { words: /\bstanding\b|\bdeeds?\b/, instead: 'status, actions' },
]

/** Quotations, names and texts that the specification or a protocol gives. */
const allowed =
  /\b(still|long) standing\b|\bmail (failure|links?|queue|programs?)\b|`[^`]*`|'[^']*'|"[^"]*"|‘[^’]*’|“[^”]*”/g

/** The habits in a title of a test, as `'told' (reports, shows, notifies)`. */
export const findTitleHabits = (title: string): string[] => find(title, [...titleHabits, ...habits])

/** The habits in a line of a document. Links, paths and names in tables of rooms are not words of ours. */
export const findHabits = (line: string): string[] => find(line.replace(/\]\([^)]*\)/g, ']'), habits)

function find(text: string, wanted: readonly Habit[]): string[] {
  const own = text.replace(allowed, '…')
  return wanted.flatMap(({ words, instead }) => {
    const [found] = words.exec(own) ?? []
    return found === undefined ? [] : [`'${found.trim()}' (${instead})`]
  })
}

const quoted = String.raw`('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|${'`(?:[^`\\\\]|\\\\.)*`'})`
const call = new RegExp(
  String.raw`\b(?:test|it|describe)(?:\.\w+)*(?:\((?:[^()'"]|\([^()]*\))*\))?(?:<[^>\n]*>)?\(\s*${quoted}`,
  'g',
)
const afterTable = new RegExp(String.raw`\](?: as const)?\)\(\s*${quoted}`, 'g')

const rows = /^((?:[A-Z0-9]+-\d+(?: to |, )?)+|roles|always): /

/** Titles of tests and of their groups, without the rows that they name. */
export function findTitles(code: string): { title: string; line: number }[] {
  const found = new Map<number, string>()
  for (const pattern of [call, afterTable])
    for (const { 0: all, 1: written = '', index } of code.matchAll(pattern))
      found.set(index + all.length, written.slice(1, -1).replace(rows, ''))
  return [...found].map(([end, title]) => ({ title, line: code.slice(0, end).split('\n').length }))
}
