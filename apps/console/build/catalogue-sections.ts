import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/**
 * Sections that the first screen has no word of: they come with the pages that speak them (`laterTexts`). Whatever is not
 * named here comes first.
 */
const laterSections = new Set([
  'access',
  'audit',
  'auth',
  'authLater',
  'contract',
  'errorPages',
  'profile',
  'relaySettings',
  'role',
  'search',
  'session',
  'settings',
  'shortcuts',
  'statistics',
  'troubles',
  'wallet',
])

type Catalogue = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const queries: readonly [RegExp, (catalogue: Catalogue, wanted: string) => Catalogue][] = [
  [
    /\.json\?sections=([\w,]+)$/,
    (catalogue, wanted) => only(catalogue, section => wanted.split(',').includes(section)),
  ],
  [
    /\.json\?part=(first|later)$/,
    (catalogue, part) => only(catalogue, section => laterSections.has(section) === (part === 'later')),
  ],
]

/**
 * `import texts from './de.json?sections=auth,errors'` takes only these sections into the bundle, `?part=first` and
 * `?part=later` those that come before and after the first screen.
 */
export function catalogueSections(): Plugin {
  return {
    name: 'catalogue-sections',
    enforce: 'pre',
    async load(id) {
      for (const [query, take] of queries) {
        const wanted = query.exec(id)?.[1]
        if (!wanted) continue
        const file = id.slice(0, id.indexOf('?'))
        this.addWatchFile(file)
        const taken = take(JSON.parse(await readFile(file, 'utf8')), wanted)
        return { code: `export default ${JSON.stringify(taken)}`, moduleType: 'js' }
      }
      return null
    },
  }
}

function only(catalogue: Catalogue, isWanted: (section: string) => boolean): Catalogue {
  const taken = Object.entries(catalogue).filter(([section]) => isWanted(section))
  return Object.fromEntries(taken.map(([section, texts]) => [section, section === 'messages' ? changed(texts) : texts]))
}

/** A message that says the same as its key is found without being there (`translateMessage`). */
const changed = (messages: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(messages).filter(([english, text]) => english !== text))
