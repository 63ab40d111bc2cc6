import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/**
 * Each in a separate file, since every KB costs 5 ms on a slow line. Unlisted sections are `first`: the first screen's
 * texts.
 */
export const parts = {
  /** The login. Its English is part of its script. */
  signIn: ['auth', 'messages', 'ui'],
  /** The other screens of the sign-in, and its notes. */
  signInLater: ['authLater', 'passwordRule', 'role'],
  /** Every page of the console except the first. */
  later: [
    'access',
    'alerts',
    'audit',
    'backup',
    'contract',
    'desk',
    'demo',
    'errorPages',
    'events',
    'media',
    'moving',
    'notifications',
    'operation',
    'otherServer',
    'passwordRule',
    'people',
    'profile',
    'provisional',
    'refusals',
    'relaySettings',
    'relays',
    'role',
    'search',
    'secrets',
    'session',
    'settings',
    'settingsHistory',
    'shortcuts',
    'statistics',
    'subscribers',
    'troubles',
    'wallet',
  ],
}
const onlySignIn = ['auth', 'authLater']
const notFirst = new Set([...parts.later, ...onlySignIn])

type Catalogue = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const query = /\.json\?part=(\w+)$/

/** `import texts from './de.json?part=later'` bundles only that part. */
export function catalogueParts(): Plugin {
  return {
    name: 'catalogue-parts',
    enforce: 'pre',
    async load(id) {
      const part = query.exec(id)?.[1]
      if (!part) return null
      const file = id.slice(0, id.indexOf('?'))
      this.addWatchFile(file)
      const sections = partOf(JSON.parse(await readFile(file, 'utf8')), part)
      return { code: `export default ${JSON.stringify(sections)}`, moduleType: 'js' }
    },
  }
}

function partOf(catalogue: Catalogue, part: string): Catalogue {
  const named = parts[part as keyof typeof parts]
  if (!named && part !== 'first') throw new Error(`A catalogue has no part "${part}"`)
  const taken = Object.entries(catalogue).filter(([section]) =>
    named ? named.includes(section) : !notFirst.has(section),
  )
  return Object.fromEntries(taken.map(([section, texts]) => [section, section === 'messages' ? changed(texts) : texts]))
}

/** A message that says the same as its key is found without being there (`translateMessage`). */
const changed = (messages: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(messages).filter(([english, text]) => english !== text))
