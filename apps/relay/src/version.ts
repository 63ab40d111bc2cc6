import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The folder of relay, console, wallet and their documents. */
export const project = resolve(import.meta.dirname, '../../..')

export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
